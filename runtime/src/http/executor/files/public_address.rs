//! Tells public addresses from those of private networks, and restricts an HTTP client to the former. This keeps
//! callers from reaching services inside the server's network (SSRF).

use std::error::Error;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::ClientBuilder;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// A client that reaches the public internet only. Names are looked up by it and not by a proxy, so
/// that an address which was looked at is the one that is connected to.
pub(crate) fn restrict_to_public(builder: ClientBuilder) -> ClientBuilder {
    builder.no_proxy().dns_resolver(PublicOnly)
}

/// Looks names up, and leaves out addresses that are not public.
struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let all = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = all.filter(|address| is_public(address.ip())).collect();
            if public.is_empty() {
                let why: Box<dyn Error + Send + Sync> = "the host has no public address".into();
                return Err(why);
            }
            let public: Addrs = Box::new(public.into_iter());
            Ok(public)
        })
    }
}

/// Whether an address is one of the internet (IANA's special-purpose address registries).
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_broadcast()
        || address.is_multicast()
        || address.is_documentation()
        || a == 0
        || a >= 240
        // 100.64.0.0/10 is shared address space of carriers (RFC 6598); 198.18.0.0/15 is for benchmarks (RFC
        // 2544).
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 198 && (b == 18 || b == 19));
    !special
}

/// Global unicast is 2000::/3. What holds an address of IPv4 is as public as that.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, c, d, e, f, ..] = address.segments();
    let embedded = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    if let Some(mapped) = address.to_ipv4_mapped() {
        return is_public_v4(mapped);
    }
    match (a, b) {
        (0x64, 0xff9b) if (c, d, e, f) == (0, 0, 0, 0) => {
            let [.., high, low] = address.segments();
            embedded(high, low)
        }
        // 6to4 (RFC 3056) and NAT64 (RFC 6052) reach the IPv4 address that they embed.
        (0x2002, high) => embedded(high, c),
        (0x2001, 0 | 0xdb8) => false,
        _ => a & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_internet_is_public() {
        for address in ["93.184.216.34", "2606:4700::1111", "64:ff9b::5db8:d822"] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "255.255.255.255",
            "224.0.0.1",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }
}
