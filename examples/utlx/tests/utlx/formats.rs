//! U9: every format comes to one form.

use serde_json::{Value, json};

use crate::server::{Server, Setup};
use crate::stand_in::start_stand_in;

fn local() -> Server {
    Setup::new()
        .config("tools: {get_input_schema: {inference: local}}\n")
        .start()
}

fn describe(server: &mut Server, source: &str, format: &str) -> Value {
    server.data(
        "get_input_schema",
        json!({"source": source, "format": format}),
    )
}

#[test]
fn u09_all_eight_formats_describe_the_same_record() {
    let stand_in = start_stand_in();
    let mut server = Setup::new()
        .daemon(&stand_in)
        .config("tools: {get_input_schema: {inference: local}}\n")
        .start();
    let sources = [
        (
            "json",
            "{\"person\": {\"name\": \"Ada\", \"age\": 36, \"tags\": [\"x\", \"y\"]}}",
        ),
        ("yaml", "person:\n  name: Ada\n  age: 36\n  tags: [x, y]\n"),
        (
            "xml",
            "<person><name>Ada</name><age>36</age><tags>x</tags><tags>y</tags></person>",
        ),
        (
            "xsd",
            "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"><xs:element name=\"person\"><xs:complexType><xs:sequence>\
             <xs:element name=\"name\" type=\"xs:string\"/><xs:element name=\"age\" type=\"xs:int\"/>\
             <xs:element name=\"tags\" type=\"xs:string\" maxOccurs=\"unbounded\"/></xs:sequence></xs:complexType></xs:element></xs:schema>",
        ),
        (
            "json-schema",
            "{\"type\": \"object\", \"properties\": {\"person\": {\"$ref\": \"#/$defs/P\"}}, \"$defs\": {\"P\": {\"type\": \"object\", \
             \"required\": [\"name\"], \"properties\": {\"name\": {\"type\": \"string\"}, \"age\": {\"type\": \"integer\"}, \
             \"tags\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}}}}}}",
        ),
        (
            "avro",
            "{\"type\": \"record\", \"name\": \"Root\", \"fields\": [{\"name\": \"person\", \"type\": {\"type\": \"record\", \"name\": \"P\", \
             \"fields\": [{\"name\": \"name\", \"type\": \"string\"}, {\"name\": \"age\", \"type\": \"int\"}, \
             {\"name\": \"tags\", \"type\": {\"type\": \"array\", \"items\": \"string\"}}]}}]}",
        ),
        (
            "protobuf",
            "syntax = \"proto3\";\nmessage Root { P person = 1; }\nmessage P { string name = 1; int32 age = 2; repeated string tags = 3; }",
        ),
    ];
    for (format, source) in sources {
        let data = describe(&mut server, source, format);
        let person = &data["structure"]["properties"]["person"];
        let types = ["name", "age", "tags"].map(|name| person["properties"][name]["type"].clone());
        assert_eq!(
            types,
            [json!("string"), json!("integer"), json!("array")],
            "{format}: {data}"
        );
        assert_eq!(
            person["properties"]["tags"]["items"]["type"], "string",
            "{format}: {data}"
        );
        assert_eq!(person["type"], "object", "{format}: {data}");
    }
    // A table has no levels.
    let data = describe(&mut server, "name,age\nAda,36\n", "csv");
    assert_eq!(
        data["structure"]["items"]["properties"]["age"],
        json!({"type": "integer", "examples": [36]})
    );
    assert_eq!(
        data["summary"],
        "CSV table of 1 row with name (string) and age (integer)"
    );
}

#[test]
fn u09_data_has_samples_cardinality_and_formats() {
    let mut server = local();
    let source = "[{\"at\": \"2026-11-24T10:00:00Z\", \"n\": 1, \"x\": null}, {\"at\": \"2026-11-25T10:00:00Z\", \"n\": \"two\", \"x\": 5}]";
    let data = describe(&mut server, source, "json");
    let properties = &data["structure"]["items"]["properties"];
    assert_eq!(properties["at"]["format"], "date-time");
    assert_eq!(
        properties["x"],
        json!({"type": "integer", "nullable": true, "examples": [5]})
    );
    assert_eq!(properties["n"]["type"], "any");
    let alternatives = properties["n"]["anyOf"]
        .as_array()
        .expect("has alternatives");
    assert_eq!(alternatives.len(), 2);
    assert_eq!(
        data["structure"]["items"]["required"],
        json!(["at", "n", "x"])
    );
    let names: Vec<String> = (0..500)
        .map(|number| format!("\"k{number}\": {number}"))
        .collect();
    let data = describe(&mut server, &format!("{{{}}}", names.join(", ")), "json");
    assert_eq!(data["structure"]["additionalProperties"]["type"], "integer");
    assert_eq!(
        data["structure"].get("properties"),
        None,
        "names that are data are not listed"
    );
}

#[test]
fn u09_csv_detects_delimiter_and_header() {
    let mut server = local();
    let data = describe(
        &mut server,
        "id;name;since\n1;Ada;2020-01-02\n2;;2021-05-06\n",
        "csv",
    );
    let columns = &data["structure"]["items"]["properties"];
    assert_eq!(columns["since"]["format"], "date");
    assert_eq!(
        columns["name"],
        json!({"type": "string", "nullable": true, "examples": ["Ada"]})
    );
    assert_eq!(data["notes"], json!(["The delimiter is ';'."]));
    let data = describe(&mut server, "1,2\n3,4\n", "csv");
    assert!(
        data["structure"]["items"]["properties"]["column2"].is_object(),
        "{data}"
    );
    let data = describe(&mut server, "name,age\n", "csv");
    assert_eq!(
        data["summary"],
        "CSV table of 0 rows with name (string) and age (string)"
    );
}

#[test]
fn u09_xml_has_attributes_and_repeated_elements() {
    let mut server = local();
    let source = "<o:List xmlns:o=\"urn:o\" n=\"2\"><o:Price currency=\"EUR\">1.5</o:Price><o:Price currency=\"USD\">2</o:Price><b/></o:List>";
    let data = describe(&mut server, source, "xml");
    let root = &data["structure"]["properties"]["o:List"];
    assert_eq!(root["attributes"]["n"]["type"], "integer");
    let price = &root["properties"]["o:Price"];
    assert_eq!(
        (&price["minItems"], &price["items"]["type"]),
        (&json!(2), &json!("number"))
    );
    assert_eq!(
        price["items"]["attributes"]["currency"]["examples"],
        json!(["EUR", "USD"])
    );
}

#[test]
fn u09_yaml_has_documents_and_aliases() {
    let mut server = local();
    let data = describe(
        &mut server,
        "base: &b {port: 80}\nweb: *b\n---\nbase: {port: 81}\n",
        "yaml",
    );
    assert_eq!(data["structure"]["required"], json!(["base"]));
    assert_eq!(
        data["structure"]["properties"]["web"]["properties"]["port"]["type"],
        "integer"
    );
    assert!(
        data["notes"][0]
            .as_str()
            .expect("is told")
            .contains("2 documents")
    );
}

#[test]
fn u09_avro_has_unions_enums_logical_types_and_recursion() {
    let mut server = Server::start();
    let source = json!({
        "type": "record", "name": "Node", "doc": "A node", "fields": [
            {"name": "id", "type": {"type": "string", "logicalType": "uuid"}},
            {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["A", "B"]}, "doc": "Its kind"},
            {"name": "price", "type": {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}},
            {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
            {"name": "note", "type": ["null", "string"], "default": null},
            {"name": "value", "type": ["int", "string"]},
            {"name": "sizes", "type": {"type": "map", "values": "double"}},
            {"name": "next", "type": ["null", "Node"], "default": null},
        ],
    });
    let data = describe(&mut server, &source.to_string(), "avro");
    let structure = &data["structure"];
    let properties = &structure["properties"];
    assert_eq!(
        structure["required"],
        json!(["id", "kind", "price", "at", "value", "sizes"])
    );
    assert_eq!(properties["kind"]["enum"], json!(["A", "B"]));
    assert_eq!(properties["note"]["nullable"], true);
    assert_eq!(properties["price"]["format"], "decimal");
    assert_eq!(properties["at"]["format"], "timestamp-millis");
    assert_eq!(
        properties["value"]["anyOf"].as_array().map(Vec::len),
        Some(2)
    );
    assert_eq!(
        properties["sizes"]["additionalProperties"]["type"],
        "number"
    );
    assert_eq!(properties["next"]["ref"], "Node");
    let error = server.failure(
        "get_input_schema",
        json!({"source": "{\"type\": \"rekord\"}", "format": "avro"}),
    );
    assert_eq!(error["code"], "PARSE_ERROR");
}

#[test]
fn u09_protobuf_has_maps_choices_enums_and_imports() {
    let proto = "syntax = \"proto3\";\nimport \"google/protobuf/timestamp.proto\";\nimport \"common.proto\";\n\
                 message Order {\n  string id = 1;\n  google.protobuf.Timestamp at = 2;\n  map<string, int64> counts = 3;\n  \
                 oneof payment { string card = 4; string iban = 5; }\n  State state = 6;\n  repeated Line lines = 7;\n  Money total = 8;\n  \
                 message Line { Order order = 1; double price = 2; }\n  enum State { OPEN = 0; CLOSED = 1; }\n}\n";
    let common = "syntax = \"proto3\";\nmessage Money { string currency = 1; int64 cents = 2; }\n";
    let mut server = Setup::new()
        .file("p/order.proto", proto)
        .file("p/common.proto", common)
        .start();
    let data = describe(&mut server, "p/order.proto", "protobuf");
    let properties = &data["structure"]["properties"];
    assert_eq!(properties["at"]["format"], "date-time");
    assert_eq!(
        properties["counts"]["additionalProperties"]["format"],
        "int64"
    );
    assert_eq!(
        properties["card"]["description"],
        "one of the choice payment"
    );
    assert_eq!(properties["state"]["enum"], json!(["OPEN", "CLOSED"]));
    assert_eq!(
        properties["lines"]["items"]["properties"]["order"]["ref"],
        "Order"
    );
    assert_eq!(
        properties["total"]["properties"]["cents"]["type"],
        "integer"
    );
    let error = server.failure(
        "get_input_schema",
        json!({"source": proto, "format": "protobuf"}),
    );
    assert_eq!(error["code"], "PARSE_ERROR");
    assert!(
        error["message"]
            .as_str()
            .expect("is text")
            .contains("imports beside it"),
        "{error}"
    );
    let deep = format!(
        "syntax = \"proto3\";\n{}{}",
        "message A {".repeat(5000),
        "}".repeat(5000)
    );
    assert_eq!(
        server.code(
            "get_input_schema",
            json!({"source": deep, "format": "protobuf"})
        ),
        "PARSE_ERROR"
    );
}

#[test]
fn u09_an_xsd_keeps_its_constraints() {
    let stand_in = start_stand_in();
    let mut server = Setup::new().daemon(&stand_in).start();
    let xsd = "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" xmlns:o=\"urn:o\">\
        <xs:element name=\"Order\" type=\"o:OrderType\"/>\
        <xs:complexType name=\"OrderType\"><xs:sequence>\
          <xs:element name=\"Status\" type=\"o:Status\"/><xs:element name=\"Note\" type=\"xs:string\" minOccurs=\"0\"/>\
          <xs:element name=\"Items\"><xs:complexType><xs:sequence><xs:element name=\"Item\" type=\"o:Item\" maxOccurs=\"9\"/></xs:sequence></xs:complexType></xs:element>\
          <xs:choice><xs:element name=\"Card\" type=\"xs:string\"/><xs:element name=\"Iban\" type=\"xs:string\"/></xs:choice>\
        </xs:sequence><xs:attribute name=\"id\" type=\"xs:ID\" use=\"required\"/></xs:complexType>\
        <xs:simpleType name=\"Status\"><xs:restriction base=\"xs:string\"><xs:enumeration value=\"open\"/><xs:enumeration value=\"closed\"/></xs:restriction></xs:simpleType>\
        <xs:complexType name=\"Item\"><xs:simpleContent><xs:extension base=\"o:Price\"><xs:attribute name=\"currency\" type=\"xs:string\"/></xs:extension></xs:simpleContent></xs:complexType>\
        <xs:simpleType name=\"Price\"><xs:restriction base=\"xs:decimal\"><xs:minInclusive value=\"0\"/></xs:restriction></xs:simpleType>\
        </xs:schema>";
    let data = describe(&mut server, xsd, "xsd");
    let order = &data["structure"]["properties"]["Order"];
    assert_eq!(order["required"], json!(["Status", "Items"]));
    assert_eq!(order["attributes"]["id"]["type"], "string");
    assert_eq!(
        order["properties"]["Status"]["enum"],
        json!(["open", "closed"])
    );
    let items = &order["properties"]["Items"];
    assert_eq!(
        (&items["itemName"], &items["minItems"], &items["maxItems"]),
        (&json!("Item"), &json!(1), &json!(9))
    );
    let price = &items["items"];
    assert_eq!(
        (&price["type"], &price["minimum"]),
        (&json!("number"), &json!(0))
    );
    assert_eq!(price["attributes"]["currency"]["type"], "string");
    assert!(
        data["summary"]
            .as_str()
            .expect("is text")
            .starts_with("XSD schema with Order root element containing Status, ")
    );
}
