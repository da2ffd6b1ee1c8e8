use super::*;

static SCHEMAS: Schemas = Schemas {
    shared: &[
        ("limit", r#""limit":{"type":"integer"}"#),
        (
            "limit_and_1_more",
            r##""limit":{"type":"integer"},"leaf":{"$ref":"#/$defs/Leaf"}"##,
        ),
    ],
    definitions: &[
        Definition {
            name: "Leaf",
            opening: r#"{"title":"leaf","#,
            body: r#""type":"null"}"#,
        },
        Definition {
            name: "Node",
            opening: "{",
            body: r##""properties":{"next":{"description":"after","$ref":"#/$defs/Node"},"leaf":{"$ref":"#/$defs/Leaf"}}}"##,
        },
    ],
    portable_definitions: &[Definition {
        name: "Leaf",
        opening: r#"{"title":"leaf","#,
        body: r#""enum":[null]}"#,
    }],
};

#[test]
fn definitions_are_put_in_place_or_referred_to() {
    let text = SchemaText(
        r##"{"a":{"$ref":"#/$defs/Node"},"b":{"title":"other","$ref":"#/$defs/Leaf"}}"##,
    );
    assert_eq!(
        SCHEMAS.portable(text, &["Node"]),
        r##"{"a":{"$ref":"#/$defs/Node"},"b":{"title":"other","enum":[null]},"##.to_owned()
            + r##""$defs":{"Node":{"properties":{"next":{"description":"after","$ref":"#/$defs/Node"},"##
            + r##""leaf":{"title":"leaf","enum":[null]}}}}}"##
    );
    assert_eq!(
        SCHEMAS.faithful(text),
        r##"{"a":{"$ref":"#/$defs/Node"},"b":{"title":"other","$ref":"#/$defs/Leaf"},"##.to_owned()
            + r##""$defs":{"Node":{"properties":{"next":{"description":"after","$ref":"#/$defs/Node"},"##
            + r##""leaf":{"$ref":"#/$defs/Leaf"}}},"Leaf":{"title":"leaf","type":"null"}}}"##
    );
}

#[test]
fn keywords_beside_a_faithful_reference_stay() {
    let text = SchemaText(r##"{"$ref":"#/$defs/Leaf","minLength":1}"##);
    assert_eq!(
        SCHEMAS.faithful(text),
        r##"{"$ref":"#/$defs/Leaf","minLength":1,"$defs":{"Leaf":{"title":"leaf","type":"null"}}}"##
    );
}

#[test]
fn shared_properties_may_name_definitions() {
    let text = SchemaText(r#"{"properties":{"$shared":"limit_and_1_more","x":{}}}"#);
    assert_eq!(
        SCHEMAS.portable(text, &[]),
        r#"{"properties":{"limit":{"type":"integer"},"leaf":{"title":"leaf","enum":[null]},"x":{}}}"#
    );
}

#[test]
fn what_only_looks_like_a_marker_stays() {
    for text in [
        r#"{"properties":{"$ref":{"type":"string"},"$shared":true},"required":["$ref"]}"#,
        r##"{"const":{"\u0024ref":"#/$defs/Leaf","\u0024shared":"limit"}}"##,
        r##"{"description":"\"$ref\":\"#/$defs/Leaf\" and \"$shared\":\"limit\""}"##,
        r#"{"enum":["$","$ref"]}"#,
        r#"{"$"#,
    ] {
        assert_eq!(SCHEMAS.portable(SchemaText(text), &[]), text);
        assert_eq!(SCHEMAS.faithful(SchemaText(text)), text);
    }
}
