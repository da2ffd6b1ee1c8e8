/// A boundary that occurs in none of `contents`, the same for the same contents (RFC 2046, 5.1.1).
pub(super) fn choose_boundary(contents: &[&[u8]]) -> String {
    let hash = contents.iter().fold(OFFSET, |hash, content| {
        let start = hash_byte(hash, 0xff);
        content
            .iter()
            .fold(start, |hash, byte| hash_byte(hash, *byte))
    });
    find_free_boundary(hash, contents)
}

fn find_free_boundary(mut hash: u64, contents: &[&[u8]]) -> String {
    loop {
        let boundary = format!("toolwright-{hash:016x}");
        if !contents.iter().any(|content| occurs_in(&boundary, content)) {
            return boundary;
        }
        // The boundary occurs in a content: only then is another one tried, so equal bodies stay equal.
        hash = hash_byte(hash, 1);
    }
}

/// FNV-1a, whose results are the same on every machine and with every compiler.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

fn hash_byte(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}

fn occurs_in(boundary: &str, content: &[u8]) -> bool {
    content
        .windows(boundary.len())
        .any(|window| window == boundary.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depends_on_the_contents_alone() {
        let boundary = choose_boundary(&[b"a", b"b"]);
        assert_eq!(choose_boundary(&[b"a", b"b"]), boundary);
        assert_ne!(choose_boundary(&[b"ab", b""]), boundary);
    }

    #[test]
    fn one_that_occurs_is_passed_over() {
        let first = find_free_boundary(7, &[]);
        let hostile = format!("x\r\n--{first}--\r\n");
        let next = find_free_boundary(7, &[hostile.as_bytes()]);
        assert_ne!(next, first);
        assert!(!occurs_in(&next, hostile.as_bytes()));
        let both = format!("{first}{next}");
        assert!(!both.contains(&find_free_boundary(7, &[both.as_bytes()])));
    }
}
