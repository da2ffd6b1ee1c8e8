//! Who sends a request: the holder of a token, a subject of the issuer, or an IP address, maybe behind trusted proxies.
//!
//! Rate limits, sessions and cancellations are counted per identity. Whether a token is valid is decided in `gate`.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use axum::extract::ConnectInfo;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use ring::digest::{SHA256, digest};

/// Who sends requests, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ClientIdentity {
    /// Whoever has one of the access tokens.
    Token(TokenDigest),
    /// The subject of a token of the issuer.
    Subject(String),
    Address(IpAddr),
    Unknown,
}

/// What an access token is known by. Its place among the tokens would not do: when one before it is removed,
/// what belongs to a client would belong to another one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct TokenDigest([u8; 16]);

impl TokenDigest {
    pub(super) fn from_token(token: &[u8]) -> Self {
        let mut short = [0; 16];
        let long = digest(&SHA256, token);
        short
            .iter_mut()
            .zip(long.as_ref())
            .for_each(|(to, from)| *to = *from);
        Self(short)
    }
}

/// Enough for a log to tell clients apart.
impl fmt::Debug for TokenDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third, ..] = self.0;
        write!(f, "{first:02x}{second:02x}{third:02x}…")
    }
}

impl fmt::Display for TokenDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// An IP address or a network of them: `10.0.0.7`, `10.0.0.0/8`, `fd00::/8`.
///
/// ```
/// let network: toolwright::server::Network = "10.0.0.0/8".parse()?;
/// assert!(network.contains("10.1.2.3".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    /// As one of IPv6, where those of IPv4 have a place.
    bits: u128,
    mask: u128,
}

/// A text that is no [`Network`].
///
/// ```
/// use toolwright::server::{Network, NetworkError};
///
/// let error: Result<Network, NetworkError> = "10.0.0.0/33".parse();
/// assert!(error.is_err());
/// ```
#[derive(Debug, thiserror::Error)]
#[error("not an IP address or a network")]
pub struct NetworkError;

impl Network {
    /// Whether the address is one of them.
    pub fn contains(&self, address: IpAddr) -> bool {
        address_bits(address) & self.mask == self.bits
    }

    /// Whether it is all of IPv4 or of IPv6: `0.0.0.0/0`, `::/0`.
    pub(crate) fn is_everyone(&self) -> bool {
        // The addresses of IPv4 are the last 32 bits of a network of IPv6.
        self.mask == 0
            || self.mask == u128::MAX << 32
                && self.bits == address_bits(Ipv4Addr::UNSPECIFIED.into())
    }
}

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Self, NetworkError> {
        let (address, length) = match text.split_once('/') {
            Some((address, length)) => (address, Some(length)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| NetworkError)?;
        let width: u32 = if address.is_ipv4() { 32 } else { 128 };
        let length = match length {
            Some(length) => length.parse().map_err(|_| NetworkError)?,
            None => width,
        };
        let host = u32::checked_sub(width, length).ok_or(NetworkError)?;
        let mask = u128::MAX.checked_shl(host).unwrap_or_default();
        Ok(Self {
            bits: address_bits(address) & mask,
            mask,
        })
    }
}

fn address_bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits(),
    }
}

/// The address that a request comes from. A trusted proxy says in `X-Forwarded-For` for whom it
/// asks: the last address there that is no trusted proxy's.
pub(super) fn identify_by_address(request: &Parts, proxies: &[Network]) -> ClientIdentity {
    let peer = request.extensions.get::<ConnectInfo<SocketAddr>>();
    let Some(ConnectInfo(peer)) = peer else {
        return ClientIdentity::Unknown;
    };
    ClientIdentity::Address(group_by_network(forwarded_address(
        peer.ip(),
        &request.headers,
        proxies,
    )))
}

fn forwarded_address(peer: IpAddr, headers: &HeaderMap, proxies: &[Network]) -> IpAddr {
    let is_trusted = |address: IpAddr| proxies.iter().any(|proxy| proxy.contains(address));
    let mut client = peer;
    // From right to left: each proxy appends the address it saw, and only what trusted proxies appended is true. A
    // client can send any addresses further left.
    let lines = headers.get_all("x-forwarded-for").iter().rev();
    let values = lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
    for value in values {
        if !is_trusted(client) {
            break;
        }
        match parse_address(value.trim()) {
            Some(address) => client = address,
            None => break,
        }
    }
    client
}

/// An address, which some proxies write with a port.
fn parse_address(text: &str) -> Option<IpAddr> {
    let plain = text.trim_start_matches('[').trim_end_matches(']').parse();
    let with_port = || text.parse().map(|address: SocketAddr| address.ip());
    plain.or_else(|_| with_port()).ok()
}

/// Whoever has an address of IPv6 has a network of 64 bits of them.
fn group_by_network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        // A /64 is the smallest network that one subscriber gets (RFC 6177), so limits per address would be none.
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(text: &str) -> Network {
        text.parse().expect("is a network")
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("is an address")
    }

    #[test]
    fn a_token_is_known_by_what_it_is() {
        let (ada, bob) = (
            TokenDigest::from_token(b"ada"),
            TokenDigest::from_token(b"bob"),
        );
        assert_eq!(ada, TokenDigest::from_token(b"ada"));
        assert_ne!(ClientIdentity::Token(ada), ClientIdentity::Token(bob));
        assert_eq!(ada.to_string().len(), 32);
        assert!(
            !format!("{ada:?}").contains(&ada.to_string()),
            "a log has a part"
        );
    }

    #[test]
    fn knows_what_is_in_a_network() {
        for (text, address, is_in) in [
            ("10.0.0.0/8", "10.255.0.1", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("10.0.0.7", "10.0.0.7", true),
            ("10.0.0.7", "10.0.0.8", false),
            ("10.0.0.0/8", "::ffff:10.0.0.1", true),
            ("fd00::/8", "fd12::1", true),
            ("fd00::/8", "fe80::1", false),
            ("0.0.0.0/0", "8.8.8.8", true),
            ("0.0.0.0/0", "2001:db8::1", false),
            ("::/0", "8.8.8.8", true),
        ] {
            assert_eq!(
                network(text).contains(ip(address)),
                is_in,
                "{text} {address}"
            );
        }
        for text in [
            "",
            "10.0.0.0/33",
            "::/129",
            "10.0.0/8",
            "a/8",
            "10.0.0.0/-1",
        ] {
            assert!(text.parse::<Network>().is_err(), "{text}");
        }
    }

    #[test]
    fn knows_what_is_everyone() {
        for (text, expected) in [
            ("0.0.0.0/0", true),
            ("::/0", true),
            ("0.0.0.0/1", false),
            ("10.0.0.0/8", false),
            ("::/1", false),
            ("0.0.0.0", false),
        ] {
            assert_eq!(network(text).is_everyone(), expected, "{text}");
        }
    }

    #[test]
    fn believes_trusted_proxies_only() {
        let proxies = [network("10.0.0.0/8")];
        for (peer, lines, expected) in [
            ("192.0.2.1", &["203.0.113.9"][..], "192.0.2.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
            ("10.0.0.1", &["203.0.113.9"], "203.0.113.9"),
            (
                "10.0.0.1",
                &["6.6.6.6, 203.0.113.9, 10.0.0.2"],
                "203.0.113.9",
            ),
            ("10.0.0.1", &["6.6.6.6", "203.0.113.9:4711"], "203.0.113.9"),
            ("10.0.0.1", &["6.6.6.6, unknown"], "10.0.0.1"),
            ("10.0.0.1", &["[2001:db8::7]:80"], "2001:db8::7"),
        ] {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", line.parse().unwrap());
            }
            let client = forwarded_address(ip(peer), &headers, &proxies);
            assert_eq!(client, ip(expected), "{peer} {lines:?}");
        }
        assert_eq!(
            group_by_network(ip("2001:db8:1:2:3::4")),
            ip("2001:db8:1:2::")
        );
        assert_eq!(group_by_network(ip("::ffff:192.0.2.1")), ip("192.0.2.1"));
    }
}
