/// How many characters a short hash has.
pub(super) const HASH_DIGITS: usize = 6;

/// Six hexadecimal digits that tell a place from others.
pub(super) fn short_hash(place: &str) -> String {
    let hash = fnv1a(place.as_bytes()) & 0xff_ffff;
    format!("{hash:0HASH_DIGITS$x}")
}

/// FNV-1a, 64 bits: the same on every machine and in every version, unlike std's hashers.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
