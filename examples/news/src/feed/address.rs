//! Which addresses a feed may be at. A server that fetches any URL for its callers can be sent to what only it
//! reaches: services on the same machine, in its network, or the metadata of its cloud. So names are resolved
//! here, and only public addresses are given to the client, which connects to no others.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs as _};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// Resolves names to their public addresses.
pub(super) struct PublicResolver;

/// What a name that has private addresses only is called.
#[derive(Debug, thiserror::Error)]
#[error("{0} is in a private network")]
pub(super) struct PrivateAddress(pub(super) String);

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let host = name.as_str().to_owned();
            let resolved = tokio::task::spawn_blocking(move || {
                let found = (host.as_str(), 0).to_socket_addrs()?;
                Ok::<_, std::io::Error>((found.collect::<Vec<SocketAddr>>(), host))
            });
            let (found, host) = resolved.await??;
            let public: Vec<SocketAddr> = found
                .into_iter()
                .filter(|address| is_public(address.ip()))
                .collect();
            if public.is_empty() {
                return Err(PrivateAddress(host).into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

/// Whether an address belongs to the public Internet, by the registries of IANA for special purposes
/// (RFC 6890). Addresses that embed an IPv4 address are judged by that.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_shared = a == 100 && (64..128).contains(&b);
    let is_protocol = a == 192 && b == 0 && c == 0;
    let is_relay = a == 192 && b == 88 && c == 99;
    let is_benchmark = a == 198 && (18..20).contains(&b);
    let is_special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || is_shared
        || is_protocol
        || is_relay
        || is_benchmark;
    // 0.0.0.0/8 is this network; from 224 on there are multicast, reserved addresses and broadcast.
    a != 0 && a < 224 && !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(embedded) = embedded_v4(address) {
        return is_public_v4(embedded);
    }
    let segments = address.segments();
    // Global unicast is 2000::/3; of it, 2001::/23 is for protocols, and two ranges for documentation.
    let is_global = segments[0] & 0xe000 == 0x2000;
    let is_protocol = segments[0] == 0x2001 && segments[1] < 0x200;
    let is_documentation =
        (segments[0] == 0x2001 && segments[1] == 0xdb8) || segments[0] & 0xfff0 == 0x3ff0;
    is_global && !is_protocol && !is_documentation
}

/// The IPv4 address behind a mapped one, one of NAT64 (64:ff9b::/96) or one of 6to4 (2002::/16).
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let segments = address.segments();
    let join = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    match segments {
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => Some(join(high, low)),
        [0x2002, high, low, ..] => Some(join(high, low)),
        _ => address.to_ipv4_mapped(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_internet_are_public() {
        for (address, expected) in [
            ("93.184.215.14", true),
            ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", true),
            ("127.0.0.1", false),
            ("10.1.2.3", false),
            ("172.16.0.1", false),
            ("192.168.0.1", false),
            ("169.254.169.254", false),
            ("100.64.0.1", false),
            ("192.0.0.8", false),
            ("198.18.0.1", false),
            ("0.0.0.0", false),
            ("255.255.255.255", false),
            ("224.0.0.1", false),
            ("::1", false),
            ("::", false),
            ("fe80::1", false),
            ("fd00::1", false),
            ("ff02::1", false),
            ("2001:db8::1", false),
            ("::ffff:127.0.0.1", false),
            ("64:ff9b::a9fe:a9fe", false),
            ("2002:7f00:1::", false),
        ] {
            let parsed: IpAddr = address.parse().expect("is an address");
            assert_eq!(is_public(parsed), expected, "{address}");
        }
    }
}
