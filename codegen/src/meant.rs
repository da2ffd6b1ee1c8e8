use strsim::osa_distance;

/// The name that was meant, or all of them, for a message.
pub(crate) fn meant(name: &str, known: &[&str]) -> String {
    let wanted = name.replace('-', "_").to_lowercase();
    let nearest = known
        .iter()
        .map(|known| (osa_distance(&wanted, known), known))
        .min();
    match nearest {
        Some((distance, known)) if distance <= wanted.chars().count().div_ceil(3) => {
            format!("did you mean `{known}`?")
        }
        _ => format!("there are {}", known.join(", ")),
    }
}
