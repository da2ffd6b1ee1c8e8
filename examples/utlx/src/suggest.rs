//! What may have been meant by a name that does not exist.

/// The known name that is most similar, if it is similar enough.
pub(crate) fn suggest_name<'n>(
    name: &str,
    known: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    let lower = name.to_lowercase();
    let scored = known.into_iter().map(|known| {
        let distance = strsim::osa_distance(&lower, &known.to_lowercase());
        (distance, known)
    });
    let most = (name.chars().count() / 3).clamp(1, 3);
    let near = scored.filter(|(distance, _)| *distance <= most);
    near.min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}
