//! The schemas of schemas, which are not fetched.

use serde_json::Value;

const DRAFT_2020_12: &str = "https://json-schema.org/draft/2020-12/";

/// The metaschema with that URI.
pub(super) fn find_metaschema(uri: &str) -> Option<Value> {
    let text = match uri.strip_prefix(DRAFT_2020_12) {
        Some("schema") => include_str!("metaschemas/draft2020-12.json"),
        Some("meta/core") => include_str!("metaschemas/meta/core.json"),
        Some("meta/applicator") => include_str!("metaschemas/meta/applicator.json"),
        Some("meta/unevaluated") => include_str!("metaschemas/meta/unevaluated.json"),
        Some("meta/validation") => include_str!("metaschemas/meta/validation.json"),
        Some("meta/meta-data") => include_str!("metaschemas/meta/meta-data.json"),
        Some("meta/format-annotation") => include_str!("metaschemas/meta/format-annotation.json"),
        Some("meta/content") => include_str!("metaschemas/meta/content.json"),
        Some(_) => return None,
        None => match uri {
            "http://json-schema.org/draft-07/schema" => include_str!("metaschemas/draft7.json"),
            "http://json-schema.org/draft-04/schema" => include_str!("metaschemas/draft4.json"),
            _ => return None,
        },
    };
    serde_json::from_str(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metaschemas_are_where_they_say() {
        for uri in [
            "https://json-schema.org/draft/2020-12/schema",
            "https://json-schema.org/draft/2020-12/meta/core",
            "https://json-schema.org/draft/2020-12/meta/applicator",
            "https://json-schema.org/draft/2020-12/meta/unevaluated",
            "https://json-schema.org/draft/2020-12/meta/validation",
            "https://json-schema.org/draft/2020-12/meta/meta-data",
            "https://json-schema.org/draft/2020-12/meta/format-annotation",
            "https://json-schema.org/draft/2020-12/meta/content",
            "http://json-schema.org/draft-07/schema",
            "http://json-schema.org/draft-04/schema",
        ] {
            let schema = find_metaschema(uri).unwrap();
            let id = schema.get("$id").or(schema.get("id")).unwrap();
            assert_eq!(id.as_str().unwrap().trim_end_matches('#'), uri);
        }
    }
}
