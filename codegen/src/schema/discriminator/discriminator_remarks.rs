use serde_json::{Value, json};

use super::{DiscriminatedUnion, DiscriminatorValues};
use crate::schema::keyword::referenced_key;

/// What is to be said of a discriminator.
pub(super) fn remark_on_discriminator(tagged: &DiscriminatedUnion<'_>) -> Vec<String> {
    let mut remarks = remark_on_contradicted_mappings(tagged);
    if tagged.lacks_property() {
        remarks.push(format!(
            "no alternative has the discriminator's property `{}`; the discriminator is ignored",
            tagged.property_name()
        ));
    }
    remarks
}

fn remark_on_contradicted_mappings(tagged: &DiscriminatedUnion<'_>) -> Vec<String> {
    let property = tagged.property_name();
    let of_branch = |branch: &Value| {
        let DiscriminatorValues::Contradicted { mapped, own } =
            tagged.values_for_alternative(branch)
        else {
            return None;
        };
        let (mapped, own) = (format_values(&json!(mapped)), format_values(&json!(own)));
        Some(format!(
            "the discriminator `{property}` maps {mapped} to `{}`, whose own `{property}` can only be {own}; \
             this mapping is ignored",
            referenced_key(branch).unwrap_or_default(),
        ))
    };
    tagged.alternatives().iter().filter_map(of_branch).collect()
}

/// Values for people, not too many of them.
fn format_values(values: &Value) -> String {
    const MOST: usize = 5;
    let values = values.as_array().map_or(&[][..], Vec::as_slice);
    let shown: Vec<String> = values
        .iter()
        .take(MOST)
        .map(|value| format!("`{value}`"))
        .collect();
    let more = match values.len() > MOST {
        true => ", …",
        false => "",
    };
    format!("{}{more}", shown.join(", "))
}
