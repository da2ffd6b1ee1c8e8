use serde_json::{Value, json};

use super::{Tagged, Tags};
use crate::schema::keyword::reference;

/// What is to be said of a discriminator.
pub(super) fn of(tagged: &Tagged<'_>) -> Vec<String> {
    let mut remarks = contradictions(tagged);
    if tagged.is_of_no_use() {
        remarks.push(format!(
            "none of the alternatives has the property `{}` of their discriminator; it is ignored",
            tagged.property()
        ));
    }
    remarks
}

fn contradictions(tagged: &Tagged<'_>) -> Vec<String> {
    let property = tagged.property();
    let of_branch = |branch: &Value| {
        let Tags::Contradicted { mapped, own } = tagged.tags(branch) else {
            return None;
        };
        let (mapped, own) = (listed(&json!(mapped)), listed(&json!(own)));
        Some(format!(
            "the discriminator `{property}` maps {mapped} to `{}`, whose own `{property}` can only \
             be {own}; the mapping is ignored there",
            reference(branch).unwrap_or_default(),
        ))
    };
    tagged.branches().iter().filter_map(of_branch).collect()
}

/// Values for people, not too many of them.
fn listed(values: &Value) -> String {
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
