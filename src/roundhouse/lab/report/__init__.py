"""Reports: what a study found, as one HTML file."""
