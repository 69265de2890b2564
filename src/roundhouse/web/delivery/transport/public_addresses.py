"""Which addresses of the internet protocol anybody may be sent to: those of the public internet and no others.

Written out rather than asked of `ipaddress.is_global`, whose answers differ between versions of Python, and which
counts as global what carries another address within it.
"""
from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

NOT_PUBLIC_4 = tuple(map(IPv4Network, (
    "0.0.0.0/8",            # this network
    "10.0.0.0/8",           # private
    "100.64.0.0/10",        # shared by customers of a provider
    "127.0.0.0/8",          # this machine
    "169.254.0.0/16",       # this link, and what clouds tell their machines
    "172.16.0.0/12",        # private
    "192.0.0.0/24",         # protocols
    "192.0.2.0/24",         # documentation
    "192.88.99.0/24",       # relays of 6to4
    "192.168.0.0/16",       # private
    "198.18.0.0/15",        # benchmarks
    "198.51.100.0/24",      # documentation
    "203.0.113.0/24",       # documentation
    "224.0.0.0/4",          # multicast
    "240.0.0.0/4",          # reserved, and broadcast
)))
GLOBAL_UNICAST = IPv6Network("2000::/3")
NOT_PUBLIC_6 = tuple(map(IPv6Network, (
    "2001::/23",            # protocols: Teredo, benchmarks, overlays
    "2001:db8::/32",        # documentation
    "2002::/16",            # 6to4
    "3fff::/20",            # documentation
)))
MAPPED = IPv6Network("::ffff:0:0/96")
TRANSLATED = IPv6Network("64:ff9b::/96")
"""NAT64: how a machine without IPv4 reaches one that has nothing else. The prefix for local use, 64:ff9b:1::/48, is no
part of it."""
LAST_32_BITS = 0xFFFF_FFFF


def is_public(address: str | IPv4Address | IPv6Address) -> bool:
    """Whether an address is one of the public internet. One of IPv6 that stands for one of IPv4 is judged as that."""
    found = ip_address(address) if isinstance(address, str) else address
    if isinstance(found, IPv4Address):
        return not any(found in network for network in NOT_PUBLIC_4)
    if found in MAPPED or found in TRANSLATED:
        return is_public(IPv4Address(int(found) & LAST_32_BITS))
    # A zone, as in fe80::1%eth0, names a link of this machine.
    return found.scope_id is None and found in GLOBAL_UNICAST and not any(found in network for network in NOT_PUBLIC_6)
