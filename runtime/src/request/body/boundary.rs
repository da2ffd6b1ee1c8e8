use std::hash::Hasher as _;

use fnv::FnvHasher;

/// A boundary that occurs in none of `contents`, the same for the same contents (RFC 2046, 5.1.1).
pub(super) fn choose_boundary(contents: &[&[u8]]) -> String {
    let mut hasher = FnvHasher::default();
    for content in contents {
        hasher.write(&[0xff]);
        hasher.write(content);
    }
    find_free_boundary(hasher, contents)
}

fn find_free_boundary(mut hasher: FnvHasher, contents: &[&[u8]]) -> String {
    loop {
        let boundary = format!("toolwright-{:016x}", hasher.finish());
        if !contents.iter().any(|content| occurs_in(&boundary, content)) {
            return boundary;
        }
        // The boundary occurs in a content: only then is another one tried, so equal bodies stay equal.
        hasher.write(&[1]);
    }
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
        let first = find_free_boundary(FnvHasher::with_key(7), &[]);
        let hostile = format!("x\r\n--{first}--\r\n");
        let next = find_free_boundary(FnvHasher::with_key(7), &[hostile.as_bytes()]);
        assert_ne!(next, first);
        assert!(!occurs_in(&next, hostile.as_bytes()));
        let both = format!("{first}{next}");
        assert!(!both.contains(&find_free_boundary(
            FnvHasher::with_key(7),
            &[both.as_bytes()]
        )));
    }
}
