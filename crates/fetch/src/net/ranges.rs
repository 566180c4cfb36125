//! The parts of the address space that are nobody's public web server: ourselves, our neighbours, and what is set
//! apart for other purposes (IANA's special-purpose registries). A crawler that can be talked into asking there is a
//! way into the network it runs in.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// First address, length of the prefix, and what the range is.
const V4: [(Ipv4Addr, u32, &str); 17] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8, "this network"),
    (Ipv4Addr::new(10, 0, 0, 0), 8, "a private network"),
    (Ipv4Addr::new(100, 64, 0, 0), 10, "a provider's shared network"),
    (Ipv4Addr::new(127, 0, 0, 0), 8, "this machine"),
    (Ipv4Addr::new(168, 63, 129, 16), 32, "a cloud's metadata service"),
    (Ipv4Addr::new(169, 254, 0, 0), 16, "the local link, or a cloud's metadata service"),
    (Ipv4Addr::new(172, 16, 0, 0), 12, "a private network"),
    (Ipv4Addr::new(192, 0, 0, 0), 24, "protocol assignments"),
    (Ipv4Addr::new(192, 0, 2, 0), 24, "documentation"),
    (Ipv4Addr::new(192, 88, 99, 0), 24, "a relay between address families"),
    (Ipv4Addr::new(192, 168, 0, 0), 16, "a private network"),
    (Ipv4Addr::new(198, 18, 0, 0), 15, "benchmarks"),
    (Ipv4Addr::new(198, 51, 100, 0), 24, "documentation"),
    (Ipv4Addr::new(203, 0, 113, 0), 24, "documentation"),
    (Ipv4Addr::new(224, 0, 0, 0), 4, "multicast"),
    (Ipv4Addr::new(255, 255, 255, 255), 32, "broadcast"),
    (Ipv4Addr::new(240, 0, 0, 0), 4, "reserved addresses"),
];

const V6: [(Ipv6Addr, u32, &str); 14] = [
    (Ipv6Addr::LOCALHOST, 128, "this machine"),
    (Ipv6Addr::UNSPECIFIED, 128, "this machine"),
    (Ipv6Addr::UNSPECIFIED, 96, "an IPv4 address in disguise"),
    (Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96, "an IPv4 address in disguise"),
    (Ipv6Addr::new(0x64, 0xff9b, 1, 0, 0, 0, 0, 0), 48, "an IPv4 address in disguise"),
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23, "protocol assignments, or an IPv4 address in disguise"),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32, "documentation"),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16, "an IPv4 address in disguise"),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20, "documentation"),
    (Ipv6Addr::new(0xfc00, 0, 0, 0, 0, 0, 0, 0), 7, "a private network"),
    (Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0, 0, 0), 10, "the local link"),
    (Ipv6Addr::new(0xfec0, 0, 0, 0, 0, 0, 0, 0), 10, "a private network"),
    (Ipv6Addr::new(0xff00, 0, 0, 0, 0, 0, 0, 0), 8, "multicast"),
    (Ipv6Addr::new(0x100, 0, 0, 0, 0, 0, 0, 0), 64, "addresses that lead nowhere"),
];

/// Public IPv6 addresses are all in here.
const PUBLIC_V6: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// The address that is really meant: some IPv6 addresses are only another way to write an IPv4 address, and systems
/// connect to that.
pub(super) fn meant(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(v6) => v6.to_ipv4_mapped().map_or(address, IpAddr::V4),
        IpAddr::V4(_) => address,
    }
}

/// What the address is if it is not a public one.
pub(super) fn special(address: IpAddr) -> Option<&'static str> {
    match meant(address) {
        IpAddr::V4(v4) => V4
            .iter()
            .find(|(first, prefix, _)| {
                let shift = 32 - prefix;
                u64::from(v4.to_bits()) >> shift == u64::from(first.to_bits()) >> shift
            })
            .map(|(_, _, what)| *what),
        IpAddr::V6(v6) => {
            let named = V6.iter().find(|(first, prefix, _)| is_within(v6, *first, *prefix)).map(|(_, _, what)| *what);
            let (public, prefix) = PUBLIC_V6;
            named.or_else(|| (!is_within(v6, public, prefix)).then_some("reserved addresses"))
        }
    }
}

fn is_within(address: Ipv6Addr, first: Ipv6Addr, prefix: u32) -> bool {
    (address.to_bits() ^ first.to_bits()).leading_zeros() >= prefix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_are_public() {
        for address in ["1.1.1.1", "93.184.216.34", "100.128.0.1", "172.32.0.1", "2606:4700::1", "2a00:1450::1"] {
            assert_eq!(special(address.parse().unwrap()), None, "{address}");
        }
        for address in [
            "0.0.0.0",
            "127.0.0.1",
            "127.255.255.255",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "198.19.0.1",
            "224.0.0.1",
            "239.1.1.1",
            "255.255.255.255",
            "250.0.0.1",
            "168.63.129.16",
            "::1",
            "::",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:0:53aa:64c::1",
            "fe80::1",
            "fec0::1",
            "fd00::1",
            "fc00::1",
            "ff02::1",
            "2001:db8::1",
            "3fff::1",
            "100::1",
            "4000::1",
            "::ffff:0:127.0.0.1",
            "fd00:ec2::254",
        ] {
            assert!(special(address.parse().unwrap()).is_some(), "{address}");
        }
    }

    #[test]
    fn an_address_in_disguise_is_the_one_that_is_meant() {
        assert_eq!(meant("::ffff:1.2.3.4".parse().unwrap()).to_string(), "1.2.3.4");
        assert_eq!(special("::ffff:1.2.3.4".parse().unwrap()), None);
        assert_eq!(meant("2a00::1".parse().unwrap()).to_string(), "2a00::1");
    }
}
