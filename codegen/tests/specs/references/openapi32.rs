//! References of OpenAPI 3.2: `$self`, and components in other documents.

use serde_json::json;
use toolwright_codegen::model::{Escaping, Location, Method, QueryString};

use crate::references::folder::{Folder, tools};

const SPEC: &str = r##"openapi: 3.2.0
$self: https://example.com/api/openapi.yaml
info: {title: Pets, version: "1", summary: Of all kinds}
servers: [{name: production, url: "https://pets.example"}]
tags: [{name: pets, parent: animals, kind: nav, summary: Pets}]
paths:
  /pets:
    query:
      operationId: findPets
      requestBody:
        required: true
        content: {application/json: {$ref: "#/components/mediaTypes/Filter"}}
      responses:
        "200":
          summary: the pets
          content: {application/jsonl: {itemSchema: {$ref: "#/components/schemas/Pet"}}}
    additionalOperations:
      COPY: {operationId: copyPets, responses: {}}
  /search:
    get:
      operationId: searchPets
      parameters:
        - name: filter
          in: querystring
          required: true
          content:
            application/x-www-form-urlencoded:
              schema: {type: object, properties: {tag: {type: string}, limit: {type: integer}}}
        - {name: session, in: cookie, style: cookie, schema: {type: string}}
      responses: {}
  /json:
    get:
      parameters:
        - {name: filter, in: querystring, content: {application/json: {schema: {type: object}}}}
      responses: {}
  /lists:
    get:
      parameters:
        - name: filter
          in: querystring
          content:
            application/x-www-form-urlencoded:
              schema: {type: object, properties: {tags: {type: array, items: {type: string}}}}
      responses: {}
  /events:
    post:
      requestBody: {content: {application/json: {itemSchema: {type: object}}}}
      responses: {}
  /cats:
    $ref: "https://example.com/api/openapi.yaml#/components/pathItems/Cats"
components:
  pathItems:
    Cats:
      get:
        operationId: getCats
        security: [{"#/components/securitySchemes/oauth": []}]
        responses:
          "200":
            description: OK
            content:
              application/json:
                schema: {$ref: "#/components/schemas/Pet"}
                examples: {one: {dataValue: {kind: cat}, serializedValue: '{"kind": "cat"}'}}
  mediaTypes:
    Filter: {schema: {$ref: "schemas.yaml#filter"}}
  schemas:
    Pet:
      oneOf: [{$ref: "#/components/schemas/Cat"}, {$ref: "#/components/schemas/Other"}]
      discriminator: {propertyName: kind, defaultMapping: Other}
    Cat: {type: object, required: [kind], properties: {kind: {const: cat}}}
    Other: {type: object}
  securitySchemes:
    oauth:
      type: oauth2
      deprecated: true
      oauth2MetadataUrl: https://pets.example/.well-known
      flows: {deviceAuthorization: {deviceAuthorizationUrl: "https://x", tokenUrl: "https://y", scopes: {}}}
"##;

const SCHEMAS: &str = "
Filter:
  $anchor: filter
  type: object
  properties: {kind: {$ref: '#kind'}}
Kind: {$anchor: kind, type: string}
";

#[test]
fn what_3_2_adds_to_a_request() {
    let files = [
        ("api.yaml", SPEC),
        ("refs/example.com/api/schemas.yaml", SCHEMAS),
    ];
    let folder = Folder::new(&files);
    let compiled = folder.compile("api.yaml");
    insta::assert_snapshot!(folder.remarks(&compiled).join("\n"));
    let all = [
        "find_pets",
        "copy_pets",
        "search_pets",
        "get_json",
        "get_lists",
        "get_cats",
    ];
    assert_eq!(tools(&compiled), all);
    let [find, copy, search, json, lists, cats] = compiled.api().operations.as_slice() else {
        panic!("six operations");
    };
    assert_eq!(find.method, Method::Query);
    assert_eq!(copy.method.to_string(), "COPY");
    let [filter, session] = search.parameters.as_slice() else {
        panic!("two parameters");
    };
    let form = Location::QueryString(QueryString::Form(Vec::new()));
    assert_eq!(filter.location, form);
    assert!(filter.field.required);
    assert_eq!(session.location, Location::Cookie);
    assert_eq!(session.escaping, Escaping::None);
    let written = json.parameters.iter().map(|parameter| &parameter.location);
    let json_string = Location::QueryString(QueryString::Json);
    assert_eq!(written.collect::<Vec<_>>(), [&json_string]);
    assert_eq!(lists.parameters[0].location, form);
    assert_eq!(cats.answer.body, json!({"kind": "cat"}).to_string());
    assert_eq!(cats.security.len(), 1);
    let report = compiled.report();
    let properties = &report.tools[0].input_schema["properties"];
    assert_eq!(*properties, json!({"kind": {"type": "string"}}));
    assert!(report.tools[0].annotations.read_only);
    let copy = report.tools[1].annotations;
    assert!(!copy.read_only && copy.destructive.is_none() && !copy.idempotent);
    assert_eq!(report.skipped[0].method, "POST");
}
