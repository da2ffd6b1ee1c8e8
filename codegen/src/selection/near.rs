use strsim::osa_distance;

/// So many names are shown at most.
pub(super) const MOST: usize = 5;

/// The names that were most likely meant by a pattern, the nearest first.
pub(super) fn near<'n>(pattern: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let plain = |text: &str| text.replace(['*', '?'], "").to_lowercase();
    let wanted = plain(pattern);
    let mut ranked: Vec<(usize, &str)> = names
        .filter_map(|name| {
            let distance = osa_distance(&wanted, &plain(name));
            let has = !wanted.is_empty() && plain(name).contains(&wanted);
            (has || distance <= wanted.chars().count().div_ceil(3)).then_some((distance, name))
        })
        .collect();
    ranked.sort();
    ranked.dedup();
    ranked
        .into_iter()
        .map(|(_, name)| name)
        .take(MOST)
        .collect()
}
