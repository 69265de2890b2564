"""What answers programs, and what every request passes: limits, errors, connections, the JSON interface."""
