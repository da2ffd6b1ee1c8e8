//! XML bodies, byte for byte, with the hints of OpenAPI's XML Object.

use serde_json::json;

use super::*;
use crate::Json;

fn written(xml: &Xml, value: Json) -> String {
    let bytes = write_document("", "Root", xml, &value).expect("can be written");
    let text = String::from_utf8(bytes).expect("UTF-8");
    let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
    text.strip_prefix(declaration).expect("declared").to_owned()
}

/// One property of the root.
fn animals(xml: &'static Xml) -> String {
    let members: &'static [(&str, &Xml)] = Box::leak(Box::new([("animals", xml)]));
    let root = Xml {
        members,
        ..Xml::ELEMENT
    };
    let text = written(&root, json!({"animals": ["a", "b"]}));
    let inner = text.strip_prefix("<Root>");
    let inner = inner.and_then(|text| text.strip_suffix("</Root>"));
    inner.expect("a root").to_owned()
}

const ANIMAL: Xml = Xml {
    name: "animal",
    ..Xml::ELEMENT
};

/// The tables of OpenAPI 3.0.3, "XML Arrays".
#[test]
fn arrays_follow_the_examples_of_the_standard() {
    const WRAPPED: Xml = Xml {
        wrapped: true,
        ..Xml::ELEMENT
    };
    assert_eq!(
        animals(&Xml::ELEMENT),
        "<animals>a</animals><animals>b</animals>"
    );
    assert_eq!(
        animals(&Xml {
            items: Some(&ANIMAL),
            ..Xml::ELEMENT
        }),
        "<animal>a</animal><animal>b</animal>"
    );
    assert_eq!(
        animals(&Xml {
            name: "aliens",
            items: Some(&ANIMAL),
            ..Xml::ELEMENT
        }),
        "<animal>a</animal><animal>b</animal>"
    );
    assert_eq!(
        animals(&WRAPPED),
        "<animals><animals>a</animals><animals>b</animals></animals>"
    );
    assert_eq!(
        animals(&Xml {
            items: Some(&ANIMAL),
            ..WRAPPED
        }),
        "<animals><animal>a</animal><animal>b</animal></animals>"
    );
    assert_eq!(
        animals(&Xml {
            name: "aliens",
            items: Some(&ANIMAL),
            ..WRAPPED
        }),
        "<aliens><animal>a</animal><animal>b</animal></aliens>"
    );
    assert_eq!(
        animals(&Xml {
            name: "aliens",
            ..WRAPPED
        }),
        "<aliens><aliens>a</aliens><aliens>b</aliens></aliens>"
    );
}

/// The examples of OpenAPI 3.0.3, "XML Attribute, Prefix and Namespace".
#[test]
fn attributes_prefixes_and_namespaces() {
    static PERSON: Xml = Xml {
        name: "Person",
        members: &[
            (
                "id",
                &Xml {
                    node: XmlNode::Attribute,
                    ..Xml::ELEMENT
                },
            ),
            (
                "name",
                &Xml {
                    namespace: "http://example.com/schema/sample",
                    prefix: "sample",
                    ..Xml::ELEMENT
                },
            ),
        ],
        ..Xml::ELEMENT
    };
    assert_eq!(
        written(&PERSON, json!({"name": "example", "id": 123})),
        "<Person id=\"123\"><sample:name xmlns:sample=\"http://example.com/schema/sample\">\
         example</sample:name></Person>"
    );
}

#[test]
fn text_beside_attributes() {
    static PRICE: Xml = Xml {
        name: "price",
        namespace: "urn:p",
        members: &[
            (
                "currency",
                &Xml {
                    name: "cur",
                    node: XmlNode::Attribute,
                    ..Xml::ELEMENT
                },
            ),
            (
                "value",
                &Xml {
                    node: XmlNode::Text,
                    ..Xml::ELEMENT
                },
            ),
        ],
        ..Xml::ELEMENT
    };
    assert_eq!(
        written(&PRICE, json!({"currency": "EUR", "value": 1.5})),
        "<price xmlns=\"urn:p\" cur=\"EUR\">1.5</price>"
    );
}

#[test]
fn values_without_hints() {
    assert_eq!(
        written(
            &Xml::ELEMENT,
            json!({"s": "", "n": null, "b": true, "o": {"x": [1, 2]}, "e": []})
        ),
        "<Root><s></s><b>true</b><o><x>1</x><x>2</x></o></Root>"
    );
    assert_eq!(written(&ANIMAL, json!("a")), "<animal>a</animal>");
    assert_eq!(
        written(&Xml::ELEMENT, json!([1, 2])),
        "<Root><Root>1</Root><Root>2</Root></Root>"
    );
}

#[test]
fn a_nameless_frame_around_the_root() {
    let text = |value: Json| {
        let bytes = write_document("", "", &Xml::ELEMENT, &value).expect("can be written");
        String::from_utf8(bytes).expect("UTF-8")
    };
    assert!(text(json!({"Config": {"a": 1}})).ends_with("?><Config><a>1</a></Config>"));
    assert!(text(json!({"a": 1, "b": 2})).ends_with("?><root><a>1</a><b>2</b></root>"));
}

#[test]
fn circles() {
    static NODE: Xml = Xml {
        name: "node",
        members: &[("next", &NODE)],
        ..Xml::ELEMENT
    };
    assert_eq!(
        written(&NODE, json!({"next": {"next": {}}})),
        "<node><node><node></node></node></node>"
    );
}

#[test]
fn members_of_bases() {
    static BASE: Xml = Xml {
        name: "base",
        members: &[("a", &ANIMAL)],
        items: Some(&ANIMAL),
        bases: &[&BASE],
        ..Xml::ELEMENT
    };
    static OTHER: Xml = Xml {
        name: "other",
        bases: &[&Xml::ELEMENT, &BASE],
        ..Xml::ELEMENT
    };
    assert_eq!(
        written(&OTHER, json!({"a": 1, "b": 2})),
        "<other><animal>1</animal><b>2</b></other>"
    );
    assert_eq!(
        written(&OTHER, json!([1])),
        "<other><animal>1</animal></other>"
    );
}

#[test]
fn values_stay_in_their_element() {
    static ROOT: Xml = Xml {
        members: &[(
            "id",
            &Xml {
                node: XmlNode::Attribute,
                ..Xml::ELEMENT
            },
        )],
        ..Xml::ELEMENT
    };
    assert_eq!(
        written(
            &ROOT,
            json!({"id": "\" x=\"<\n\t", "a": "</a>&amp;]]>\r\n'é"})
        ),
        "<Root id=\"&quot; x=&quot;&lt;&#10;&#9;\"><a>&lt;/a&gt;&amp;amp;]]&gt;&#13;\n&apos;é</a></Root>"
    );
}

#[test]
fn what_xml_cannot_carry_is_a_problem() {
    let value = json!({"a": "\0", "b><evil": 1, "": {"c": ["\u{ffff}"]}});
    let problems = write_document("/body", "Root", &Xml::ELEMENT, &value).expect_err("is refused");
    let shown: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        [
            "/body/a: contains the character U+0000, which XML cannot contain",
            "/body/b><evil: 'b><evil' cannot be the name of an XML element",
            "/body/: '' cannot be the name of an XML element",
            "/body//c/0: contains the character U+FFFF, which XML cannot contain",
        ]
    );
}

/// `nodeType` of OpenAPI 3.2.
#[test]
fn what_is_no_element_stands_in_the_one_around_it() {
    const ID: Xml = Xml {
        node: XmlNode::Attribute,
        ..Xml::ELEMENT
    };
    const TEXT: Xml = Xml {
        node: XmlNode::Text,
        ..Xml::ELEMENT
    };
    const FRAME: Xml = Xml {
        node: XmlNode::None,
        members: &[("id", &ID)],
        ..Xml::ELEMENT
    };
    const MIXED: Xml = Xml {
        items: Some(&TEXT),
        ..Xml::ELEMENT
    };
    const CDATA: Xml = Xml {
        node: XmlNode::CData,
        ..Xml::ELEMENT
    };
    const ROWS: Xml = Xml {
        items: Some(&FRAME),
        ..Xml::ELEMENT
    };
    const ROOT: Xml = Xml {
        members: &[
            ("frame", &FRAME),
            ("mixed", &MIXED),
            ("rows", &ROWS),
            ("raw", &CDATA),
        ],
        ..Xml::ELEMENT
    };
    let value = json!({
        "frame": {"id": 1, "name": "n"}, "mixed": ["a", "b"], "rows": [{"x": 1}, {"y": 2}], "raw": "<a>]]></a>",
    });
    let expected =
        "<Root id=\"1\"><name>n</name>ab<x>1</x><y>2</y><![CDATA[<a>]]]]><![CDATA[></a>]]></Root>";
    assert_eq!(written(&ROOT, value), expected);
}
