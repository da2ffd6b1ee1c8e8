//! References to other files are resolved relative to the file that they stand in.

use serde_json::json;

use crate::references::folder::{Folder, tools};

const SPEC: &str = r#"
openapi: 3.0.3
info: {title: Pets, version: "1"}
paths:
  /pets:
    $ref: paths/pets.yaml
  /pets/{petId}:
    $ref: 'paths/pets.yaml#/x-~1items/%7BpetId}'
  /stores:
    get:
      operationId: listStores
      parameters: [{$ref: "common.json#/parameters/a%20limit"}]
      responses: {"200": {$ref: "common.json#/responses/Ok"}}
components:
  schemas:
    Pet: {$ref: schemas/Pet.yaml}
    Name: {type: string, maxLength: 40}
  securitySchemes:
    key: {$ref: "common.json#/key"}
security: [{key: []}]
"#;

const PATHS: &str = r#"
get:
  operationId: listPets
  parameters: [{$ref: "../common.json#/parameters/a limit"}]
  responses: {"200": {description: OK}}
post:
  operationId: addPet
  requestBody: {$ref: "../common.json#/body"}
  responses: {"201": {description: Created}}
x-/items:
  "{petId}":
    parameters: [{name: petId, in: path, required: true, schema: {type: integer}}]
    put: {$ref: "put.yaml"}
"#;

const PUT: &str = r#"
operationId: putPet
requestBody:
  required: true
  content: {application/json: {schema: {$ref: "../schemas/Pet.yaml"}}}
responses: {"200": {description: OK}}
"#;

const COMMON: &str = r##"{
  "parameters": {"a limit": {"$ref": "#/hidden"}},
  "hidden": {"name": "limit", "in": "query", "schema": {"$ref": "#/Limit"}},
  "Limit": {"type": "integer", "maximum": 100},
  "body": {"required": true, "content": {"application/json": {"schema": {"$ref": "api.yaml#/components/schemas/Pet"}}}},
  "responses": {"Ok": {"description": "OK", "headers": {"X": {"$ref": "#/header"}}}},
  "header": {"schema": {"type": "string"}},
  "key": {"type": "apiKey", "in": "header", "name": "X-Key"}
}"##;

const PET: &str = r##"
type: object
required: [name]
properties:
  name: {$ref: "../api.yaml#/components/schemas/Name"}
  owner: {$ref: Owner.yaml}
  mother: {$ref: "#"}
"##;

const OWNER: &str = "
type: object
properties:
  pets: {type: array, items: {$ref: ./Pet.yaml}}
";

const FILES: [(&str, &str); 6] = [
    ("api.yaml", SPEC),
    ("paths/pets.yaml", PATHS),
    ("paths/put.yaml", PUT),
    ("common.json", COMMON),
    ("schemas/Pet.yaml", PET),
    ("schemas/Owner.yaml", OWNER),
];

#[test]
fn files_refer_to_each_other_in_circles() {
    let folder = Folder::new(&FILES);
    let compiled = folder.compile("api.yaml");
    assert_eq!(folder.remarks(&compiled), Vec::<String>::new());
    assert_eq!(
        tools(&compiled),
        ["list_pets", "add_pet", "put_pet", "list_stores"]
    );

    let api = compiled.api();
    let definitions: Vec<&String> = api.definitions.keys().collect();
    assert_eq!(definitions, ["Pet", "Name", "Owner", "Limit"]);
    let pet = &api.definitions["Pet"];
    assert_eq!(
        pet.schema,
        json!({"type": "object", "required": ["name"], "properties": {
            "name": {"$ref": "#/$defs/Name"},
            "owner": {"$ref": "#/$defs/Owner"},
            "mother": {"$ref": "#/$defs/Pet"},
        }})
    );
    assert_eq!(pet.pointer, "schemas/Pet.yaml#");
    assert_eq!(api.security.len(), 1);
    assert_eq!(api.operations[2].pointer, "paths/put.yaml#");
}

#[test]
fn every_file_is_watched() {
    let folder = Folder::new(&FILES);
    let compiled = folder.compile("api.yaml");
    let watched: Vec<String> = compiled
        .watched()
        .iter()
        .map(|path| folder.relative(&path.display().to_string()))
        .collect();
    assert_eq!(
        watched,
        [
            "api.yaml",
            "common.json",
            "schemas/Pet.yaml",
            "schemas/Owner.yaml",
            "paths/pets.yaml",
            "paths/put.yaml",
        ]
    );
}

#[test]
fn the_output_does_not_say_where_the_files_are() {
    let compile = || Folder::new(&FILES).compile("api.yaml").rust().to_owned();
    assert_eq!(compile(), compile());
}

#[test]
fn parts_of_swagger_2_are_in_other_files() {
    let spec = r#"{"swagger": "2.0", "info": {"title": "", "version": ""},
        "paths": {"$ref": "paths.json"}, "definitions": {"Pet": {"$ref": "defs.json#/Pet"}}}"#;
    let paths = r#"{"/pets": {"post": {
        "parameters": [{"$ref": "defs.json#/body"}, {"$ref": "defs.json#/limit"}],
        "responses": {"200": {"$ref": "defs.json#/ok"}}}}}"#;
    let defs = r##"{
        "Pet": {"type": "object", "properties": {"tag": {"$ref": "#/Tag"}}},
        "Tag": {"type": "string"},
        "body": {"name": "pet", "in": "body", "schema": {"$ref": "swagger.json#/definitions/Pet"}},
        "limit": {"name": "limit", "in": "query", "type": "array", "items": {"$ref": "#/Tag"}},
        "ok": {"description": "", "schema": {"$ref": "#/Pet"}}}"##;
    let files = [
        ("swagger.json", spec),
        ("paths.json", paths),
        ("defs.json", defs),
    ];
    let folder = Folder::new(&files);
    let compiled = folder.compile("swagger.json");
    assert_eq!(folder.remarks(&compiled), Vec::<String>::new());
    let input = &compiled.report().tools[0].input_schema;
    let properties = input["properties"].as_object().expect("properties");
    assert_eq!(properties.keys().collect::<Vec<_>>(), ["limit", "tag"]);
}

#[test]
fn files_of_names_are_looked_through() {
    let spec = r#"
openapi: 3.1.0
paths:
  /pets:
    post:
      operationId: addPet
      parameters:
        - {$ref: "parameters.yaml#/limit", description: Of this operation}
      requestBody: {required: true, content: {application/json: {schema: {$ref: "schemas/_index.yaml#/Pet"}}}}
      responses: {}
components: {schemas: {Owner: {$ref: schemas/_index.yaml#/Owner}}}
"#;
    let index = "
Pet: {$ref: Pet.yaml}
Owner: {$ref: Owner.yaml}
A: {$ref: '#/B'}
B: {$ref: '#/A'}
";
    let pet = "
type: object
properties:
  owner: {$ref: _index.yaml#/Owner}
  mother: {$ref: _index.yaml#/Pet}
  circle: {$ref: _index.yaml#/A}
";
    let files = [
        ("api.yaml", spec),
        (
            "parameters.yaml",
            "limit: {name: limit, in: query, description: Of all, schema: {}}",
        ),
        ("schemas/_index.yaml", index),
        ("schemas/Pet.yaml", pet),
        (
            "schemas/Owner.yaml",
            "{type: object, properties: {pets: {type: array, items: {$ref: Pet.yaml}}}}",
        ),
    ];
    let folder = Folder::new(&files);
    let compiled = folder.compile("api.yaml");
    assert_eq!(
        folder.remarks(&compiled),
        [
            "warning: the schema refers to `_index.yaml#/A`, which refers to itself; it is read as any \
             value --> schemas/Pet.yaml:6:18 schemas/Pet.yaml#/properties/circle/$ref"
        ]
    );
    let keys: Vec<&String> = compiled.api().definitions.keys().collect();
    assert_eq!(keys, ["Owner", "Pet"]);
    let limit = &compiled.api().operations[0].parameters[0];
    assert_eq!(limit.field.doc, "Of this operation");
}

#[test]
fn discriminators_name_files_and_components() {
    let spec = "
openapi: 3.0.3
paths:
  /pets:
    post:
      operationId: addPet
      requestBody: {required: true, content: {application/json: {schema: {$ref: zoo.yaml#/Pet}}}}
      responses: {}
components: {schemas: {Bird: {$ref: zoo.yaml#/components/schemas/Bird}}}
";
    let zoo = "
Pet:
  oneOf: [{$ref: Cat.yaml}, {$ref: '#/components/schemas/Dog'}, {$ref: '#/components/schemas/Bird'}]
  discriminator: {propertyName: kind, mapping: {cat: ./Cat.yaml, dog: Dog, bird: Bird}}
components:
  schemas:
    Dog: {type: object, required: [kind], properties: {kind: {type: string}}}
    Bird: {type: object, required: [kind], properties: {kind: {type: string}, wings: {type: integer}}}
";
    let cat = "{type: object, required: [kind], properties: {kind: {type: string}, lives: {type: integer}}}";
    let folder = Folder::new(&[("api.yaml", spec), ("zoo.yaml", zoo), ("Cat.yaml", cat)]);
    let compiled = folder.compile("api.yaml");
    assert_eq!(folder.remarks(&compiled), Vec::<String>::new());
    let mapping = &compiled.api().definitions["Pet"].schema["discriminator"]["mapping"];
    assert_eq!(
        *mapping,
        json!({"cat": "#/$defs/Cat", "dog": "#/$defs/Dog", "bird": "#/$defs/Bird"})
    );
    assert_eq!(compiled.watched().len(), 3);
}
