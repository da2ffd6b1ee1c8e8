//! Schemas that are small and would become large.

use super::{MAX_DOCUMENTATION, describe_schema};

/// The message for a schema with a root element of type `T0` and these declarations.
fn message_for(declarations: &str) -> String {
    let schema = format!(
        "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">\
         <xs:element name=\"a\" type=\"T0\"/>{declarations}</xs:schema>"
    );
    describe_schema(&schema).expect_err("is too large").message
}

#[test]
fn groups_that_double_at_each_level_are_refused() {
    let groups = (0..40).map(|level| {
        let next = format!("<xs:group ref=\"G{}\"/>", level + 1).repeat(2);
        format!("<xs:group name=\"G{level}\"><xs:sequence>{next}</xs:sequence></xs:group>")
    });
    let message = message_for(&format!(
        "{}<xs:complexType name=\"T0\"><xs:group ref=\"G0\"/></xs:complexType>",
        groups.collect::<String>()
    ));
    assert!(message.contains("more than 30000 parts"), "{message}");
}

#[test]
fn attribute_groups_that_double_at_each_level_are_refused() {
    let groups = (0..40).map(|level| {
        let next = format!("<xs:attributeGroup ref=\"G{}\"/>", level + 1).repeat(2);
        format!("<xs:attributeGroup name=\"G{level}\">{next}</xs:attributeGroup>")
    });
    let message = message_for(&format!(
        "{}<xs:complexType name=\"T0\"><xs:attributeGroup ref=\"G0\"/></xs:complexType>",
        groups.collect::<String>()
    ));
    assert!(message.contains("more than 30000 parts"), "{message}");
}

#[test]
fn unions_that_double_at_each_level_are_refused() {
    let types = (0..40).map(|level| {
        let next = level + 1;
        format!(
            "<xs:simpleType name=\"T{level}\"><xs:union memberTypes=\"T{next} T{next}\"/></xs:simpleType>"
        )
    });
    let types = types.collect::<String>();
    let last = "<xs:simpleType name=\"T40\"><xs:restriction base=\"xs:int\"/></xs:simpleType>";
    let message = message_for(&format!("{types}{last}"));
    assert!(message.contains("more than 30000 parts"), "{message}");
}

#[test]
fn chains_of_types_are_limited_before_the_stack_ends() {
    let elements = (0..3000).map(|level| {
        format!(
            "<xs:complexType name=\"T{level}\"><xs:sequence>\
             <xs:element name=\"b\" type=\"T{}\"/></xs:sequence></xs:complexType>",
            level + 1
        )
    });
    let message = message_for(&elements.collect::<String>());
    assert!(message.contains("within each other"), "{message}");
    let extensions = (0..3000).map(|level| {
        format!(
            "<xs:complexType name=\"T{level}\"><xs:complexContent>\
             <xs:extension base=\"T{}\"/></xs:complexContent></xs:complexType>",
            level + 1
        )
    });
    let message = message_for(&extensions.collect::<String>());
    assert!(message.contains("within each other"), "{message}");
}

#[test]
fn long_values_and_descriptions_that_are_used_often_are_limited() {
    let uses: String = (0..1000)
        .map(|number| format!("<xs:element name=\"e{number}\" type=\"T1\"/>"))
        .collect();
    let value = "x".repeat(100_000);
    let schema = |inner: &str| {
        format!(
            "<xs:complexType name=\"T0\"><xs:sequence>{uses}</xs:sequence></xs:complexType>\
             <xs:simpleType name=\"T1\">{inner}</xs:simpleType>"
        )
    };
    let message = message_for(&schema(&format!(
        "<xs:restriction base=\"xs:string\"><xs:enumeration value=\"{value}\"/></xs:restriction>"
    )));
    assert!(message.contains("more than 32 MB"), "{message}");
    let words = "word ".repeat(20_000);
    let described = describe_schema(&format!(
        "<xs:schema xmlns:xs=\"x\"><xs:element name=\"a\"><xs:annotation><xs:documentation>{words}\
         </xs:documentation></xs:annotation></xs:element></xs:schema>"
    ));
    let node = described.expect("is a schema").node;
    let root = node.properties.as_ref().and_then(|it| it.get("a"));
    let text = root
        .and_then(|it| it.description.as_deref())
        .expect("is described");
    assert!(
        text.len() <= MAX_DOCUMENTATION + 10 && text.ends_with('…'),
        "{text}"
    );
}
