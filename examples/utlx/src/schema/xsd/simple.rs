//! The built-in types of XML Schema, and what restrictions of them say.

use serde_json::Value;

use crate::api::types::SchemaNode;
use crate::schema::node;
use crate::schema::xml::Element;

/// The facets of a restriction (XML Schema part 2, section 4.3).
pub(super) fn add_facets(derivation: &Element, node: &mut SchemaNode) {
    for facet in &derivation.children {
        let Some(value) = facet.attribute("value") else {
            continue;
        };
        let number = value.parse::<f64>().ok();
        let count = value.parse::<i64>().ok();
        match facet.local_name() {
            "enumeration" => node
                .r#enum
                .get_or_insert_default()
                .push(Value::String(value.to_owned())),
            "pattern" => node.pattern = Some(value.to_owned()),
            "minInclusive" => node.minimum = number,
            "maxInclusive" => node.maximum = number,
            "minExclusive" => node.exclusive_minimum = number,
            "maxExclusive" => node.exclusive_maximum = number,
            "minLength" => node.min_length = count,
            "maxLength" => node.max_length = count,
            "length" => {
                node.min_length = count;
                node.max_length = count;
            }
            _ => {}
        }
    }
}

/// The built-in types; `None` for a name that is none.
pub(super) fn describe_builtin(name: &str) -> Option<SchemaNode> {
    let local = name.rsplit(':').next().unwrap_or(name);
    let (kind, format) = match local {
        "string" | "normalizedString" | "token" | "language" | "Name" | "NCName" | "NMTOKEN"
        | "NMTOKENS" | "ID" | "IDREF" | "IDREFS" | "ENTITY" | "ENTITIES" | "QName" | "NOTATION"
        | "gYear" | "gYearMonth" | "gMonth" | "gMonthDay" | "gDay" | "untypedAtomic" => {
            ("string", None)
        }
        "anyURI" => ("string", Some("uri")),
        "date" => ("string", Some("date")),
        "dateTime" | "dateTimeStamp" => ("string", Some("date-time")),
        "time" => ("string", Some("time")),
        "duration" | "dayTimeDuration" | "yearMonthDuration" => ("string", Some("duration")),
        "base64Binary" | "hexBinary" => ("string", Some("bytes")),
        "boolean" => ("boolean", None),
        "integer" | "nonNegativeInteger" | "positiveInteger" | "nonPositiveInteger"
        | "negativeInteger" => ("integer", None),
        "long" | "unsignedLong" => ("integer", Some("int64")),
        "int" | "unsignedInt" | "short" | "unsignedShort" | "byte" | "unsignedByte" => {
            ("integer", Some("int32"))
        }
        "decimal" => ("number", Some("decimal")),
        "float" => ("number", Some("float")),
        "double" => ("number", Some("double")),
        "anyType" | "anySimpleType" | "anyAtomicType" => ("any", None),
        _ => return None,
    };
    let minimum = match local {
        "positiveInteger" => Some(1.0),
        "nonNegativeInteger" | "unsignedLong" | "unsignedInt" | "unsignedShort"
        | "unsignedByte" => Some(0.0),
        _ => None,
    };
    Some(SchemaNode {
        format: format.map(str::to_owned),
        minimum,
        ..node::of_type(kind)
    })
}
