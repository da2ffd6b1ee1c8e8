use std::borrow::Cow;

use super::pascal_name;
use crate::source::address;
use crate::source::pointer::unescaped_tokens;

/// The name of a type whose schema stands in a parameter or a body that operations share: that of
/// the component (`StatusParameter`), or of the path and the parameter (`PetsByPetIdKind`).
pub(crate) fn name_of_shared_type(address: &str, name: &str) -> String {
    let (document, pointer) = address::split(address);
    let steps: Vec<String> = unescaped_tokens(pointer).map(Cow::into_owned).collect();
    let of_section = |step: &String| matches!(step.as_str(), "parameters" | "requestBodies");
    let section = steps.iter().position(of_section);
    let item = section.and_then(|at| steps.get(at + 1));
    if let Some(item) = item.filter(|item| !item.chars().all(|c| c.is_ascii_digit())) {
        let is_body = section.is_some_and(|at| steps[at] == "requestBodies");
        let suffix = if is_body { "Body" } else { "Parameter" };
        let own = pascal_name(item);
        return match own.ends_with(suffix) {
            true => own,
            false => format!("{own}{suffix}"),
        };
    }
    let is_inside = |step: &String| matches!(step.as_str(), "requestBody" | "schema" | "content");
    let end = section.or_else(|| steps.iter().position(is_inside));
    let around = steps[..end.unwrap_or(steps.len())].iter();
    let around =
        around.filter(|step| !matches!(step.as_str(), "paths" | "components" | "pathItems"));
    let mut words: Vec<String> = around.map(|step| step.replace('{', " by {")).collect();
    if words.is_empty() {
        let file = document.rsplit('/').next().unwrap_or_default();
        words.push(file.split('.').next().unwrap_or_default().to_owned());
    }
    words.push(name.to_owned());
    pascal_name(&words.join(" "))
}
