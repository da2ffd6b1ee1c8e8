//! Each rule on a spec that is as small as can be.

use crate::Builder;
use crate::source::Source;

/// The edges of an API with these paths and schemas, a line each.
fn edges(paths: &str) -> String {
    let spec = format!(
        "openapi: 3.0.3\ninfo: {{title: T, version: '1'}}\npaths:\n{paths}\ncomponents:\n  schemas:\n{SCHEMAS}"
    );
    let source = Source::from_text("api.yaml", spec).expect("is YAML");
    let modelled = Builder::new("api.yaml")
        .model_source(source)
        .expect("compiles");
    let operations = &modelled.api().operations;
    let name = |index: usize| format!("{} {}", operations[index].method, operations[index].path);
    let flow = &modelled.api().flow;
    let needs = flow.needs.iter().enumerate();
    let lines = needs.flat_map(|(consumer, needs)| needs.iter().map(move |need| (consumer, need)));
    let lines = lines
        .flat_map(|(consumer, need)| need.producers.iter().map(move |it| (consumer, need, it)));
    let lines = lines.map(|(consumer, need, it)| {
        let (from, to) = (name(it.operation), name(consumer));
        format!(
            "{to} {}: {from} {} ({:?})\n",
            need.argument, it.place, it.rule
        )
    });
    lines.collect()
}

const SCHEMAS: &str = "
    Pet: {type: object, properties: {id: {type: string}, name: {type: string}, breed: {type: string}, weight: {type: integer}, color: {type: string}, owner: {$ref: '#/components/schemas/Owner'}}}
    Owner: {type: object, properties: {login: {type: string}, city: {type: string}}}
    Pets: {type: array, items: {$ref: '#/components/schemas/Pet'}}
";

const ID: &str = "parameters: [{name: petId, in: path, required: true, schema: {type: string}}]";

fn get(path: &str, parameters: &str, schema: &str) -> String {
    operation("get", path, parameters, schema)
}

fn operation(method: &str, path: &str, parameters: &str, schema: &str) -> String {
    let parameters = match parameters {
        "" => String::new(),
        parameters => format!("{parameters}, "),
    };
    format!(
        "  {path}:\n    {method}: {{{parameters}responses: {{'200': {{description: D, content: \
         {{application/json: {{schema: {schema}}}}}}}}}}}\n"
    )
}

const PET: &str = "{$ref: '#/components/schemas/Pet'}";
const PETS: &str = "{$ref: '#/components/schemas/Pets'}";

#[test]
fn one_of_a_collection_takes_what_the_collection_lists() {
    let paths = get("/pets", "", PETS) + &get("/pets/{petId}", ID, PET);
    assert_eq!(
        edges(&paths),
        "GET /pets/{petId} petId: GET /pets [].id (Collection)\n"
    );
}

#[test]
fn a_list_in_an_envelope_and_a_format_in_the_path_change_nothing() {
    let envelope = "{type: object, properties: {total: {type: integer}, data: {$ref: '#/components/schemas/Pets'}}}";
    let paths = get("/pets/json", "", envelope) + &get("/pets/{petId}/json", ID, PET);
    assert_eq!(
        edges(&paths),
        "GET /pets/{petId}/json petId: GET /pets/json data[].id (Collection)\n"
    );
}

#[test]
fn a_search_comes_before_selections() {
    let paths = get("/pets/popular", "", PETS)
        + &get("/search/pets", "", PETS)
        + &get("/pets/{petId}", ID, PET);
    assert_eq!(
        edges(&paths),
        "GET /pets/{petId} petId: GET /search/pets [].id (Search)\n\
         GET /pets/{petId} petId: GET /pets/popular [].id (Selection)\n"
    );
}

#[test]
fn what_is_only_a_preview_has_no_id_that_lasts() {
    let paths = get("/pets/preview", "", PET) + &get("/pets/{petId}", ID, PET);
    assert_eq!(edges(&paths), "");
}

#[test]
fn lists_that_end_with_the_noun_have_its_things() {
    let paths = get("/user/pets", "", PETS) + &get("/pets/{petId}", ID, PET);
    assert_eq!(
        edges(&paths),
        "GET /pets/{petId} petId: GET /user/pets [].id (Noun)\n"
    );
}

#[test]
fn the_same_noun_inside_of_something_else_is_something_else() {
    let comment = "{type: object, properties: {id: {type: integer}, body: {type: string}}}";
    let comments = format!("{{type: array, items: {comment}}}");
    let of = |thing: &str| {
        let parameters = "parameters: [{name: id, in: path, required: true, schema: {type: integer}}, {name: comment_id, in: path, required: true, schema: {type: integer}}]";
        let list = "parameters: [{name: id, in: path, required: true, schema: {type: integer}}]";
        get(&format!("/{thing}/{{id}}/comments"), list, &comments)
            + &get(
                &format!("/{thing}/{{id}}/comments/{{comment_id}}"),
                parameters,
                comment,
            )
    };
    assert_eq!(
        edges(&(of("gists") + &of("issues"))),
        "GET /gists/{id}/comments/{comment_id} comment_id: GET /gists/{id}/comments [].id (Collection)\n\
         GET /issues/{id}/comments/{comment_id} comment_id: GET /issues/{id}/comments [].id (Collection)\n"
    );
}

#[test]
fn a_list_of_the_same_schema_has_its_things() {
    let paths = get("/favorites", "", PETS) + &get("/pets/{petId}", ID, PET);
    assert_eq!(
        edges(&paths),
        "GET /pets/{petId} petId: GET /favorites [].id (Schema)\n"
    );
}

#[test]
fn a_list_of_the_same_shape_has_its_things() {
    let item = "{type: array, items: {type: object, properties: {id: {type: string}, breed: {type: string}, weight: {type: integer}, color: {type: string}}}}";
    let paths = get("/favorites", "", item) + &get("/pets/{petId}", ID, PET);
    assert_eq!(
        edges(&paths),
        "GET /pets/{petId} petId: GET /favorites [].id (Schema)\n"
    );
}

#[test]
fn what_is_created_has_an_id() {
    let paths = operation("post", "/pets", "", PET) + &get("/pets/{petId}", ID, PET);
    assert_eq!(
        edges(&paths),
        "GET /pets/{petId} petId: POST /pets id (Creation)\n"
    );
    let paths = operation(
        "post",
        "/shops/{shop}/pets",
        "parameters: [{name: shop, in: path, required: true, schema: {type: string}}]",
        "{type: object, properties: {id: {type: string}}}",
    ) + &get("/pets/{petId}", ID, PET);
    assert_eq!(
        edges(&paths),
        "GET /pets/{petId} petId: POST /shops/{shop}/pets id (Creation)\n"
    );
}

#[test]
fn an_argument_takes_the_property_of_its_name() {
    let visit = "{type: object, properties: {vet_id: {type: integer}, pet_id: {type: string}}}";
    let parameters = "parameters: [{name: vet_id, in: query, schema: {type: integer}}]";
    let paths = get("/visit", "", visit) + &get("/bills", parameters, PET);
    assert_eq!(
        edges(&paths),
        "GET /bills vet_id: GET /visit vet_id (Name)\n"
    );
}

#[test]
fn a_part_that_is_called_by_the_noun_has_its_id() {
    let visit = "{type: object, properties: {day: {type: string}, pet: {type: object, properties: {id: {type: string}}}}}";
    let paths = get("/visit", "", visit) + &get("/pets", "", PETS) + &get("/pets/{petId}", ID, PET);
    assert_eq!(
        edges(&paths),
        "GET /pets/{petId} petId: GET /pets [].id (Collection)\n\
         GET /pets/{petId} petId: GET /visit pet.id (Schema)\n"
    );
}

#[test]
fn an_argument_takes_an_item_of_a_list_by_its_noun() {
    let channels = "{type: object, properties: {ok: {type: boolean}, channels: {type: array, items: {type: object, properties: {id: {type: string}}}}}}";
    let parameters = "parameters: [{name: channel, in: query, schema: {type: string}}]";
    let paths =
        get("/conversations.list", "", channels) + &get("/conversations.history", parameters, PET);
    assert_eq!(
        edges(&paths),
        "GET /conversations.history channel: GET /conversations.list channels[].id (List)\n"
    );
}

#[test]
fn what_a_thing_belongs_to_is_a_part_of_it() {
    let parameters = "parameters: [{name: owner, in: path, required: true, schema: {type: string}}, {name: pet, in: path, required: true, schema: {type: string}}]";
    let paths = get("/pets", "", PETS) + &get("/pets/{owner}/{pet}", parameters, PET);
    assert_eq!(
        edges(&paths),
        "GET /pets/{owner}/{pet} owner: GET /pets [].owner.login (Collection)\n\
         GET /pets/{owner}/{pet} pet: GET /pets [].id (Collection)\n"
    );
}

#[test]
fn what_is_chosen_or_has_another_type_comes_from_nowhere() {
    let kind = "parameters: [{name: pet, in: path, required: true, schema: {type: string, enum: [dog, cat]}}]";
    let paths = get("/pets", "", PETS) + &get("/pets/{pet}", kind, PET);
    assert_eq!(edges(&paths), "");
    let number = "parameters: [{name: weight, in: query, schema: {type: integer}}, {name: client_id, in: query, schema: {type: string}}]";
    assert_eq!(
        edges(&(get("/pets", "", PETS) + &get("/vets", number, PET))),
        ""
    );
}

#[test]
fn schemas_that_contain_themselves_end() {
    let node = "{$ref: '#/components/schemas/Node'}";
    let paths = get(
        "/nodes/{nodeId}",
        "parameters: [{name: nodeId, in: path, required: true, schema: {type: string}}]",
        node,
    );
    let spec = format!(
        "openapi: 3.0.3\ninfo: {{title: T, version: '1'}}\npaths:\n{paths}\ncomponents:\n  schemas:\n    Node: {{type: object, properties: {{id: {{type: string}}, next: {node}, others: {{type: array, items: {node}}}}}, allOf: [{{$ref: '#/components/schemas/Node'}}]}}\n"
    );
    let source = Source::from_text("api.yaml", spec).expect("is YAML");
    let modelled = Builder::new("api.yaml")
        .model_source(source)
        .expect("compiles");
    assert_eq!(modelled.api().flow.needs.len(), 1);
}

/// What is stated at the consumer, the argument `petId` of `GET /pets/{petId}`.
fn stated(from: &str) -> String {
    let parameters = format!("operationId: getPet, x-mcp: {{from: {{petId: {from}}}}}, {ID}");
    let paths = get("/pets", "operationId: listPets", PETS)
        + &operation("post", "/shop", "operationId: sellPet", PET)
        + &get("/pets/{petId}", &parameters, PET);
    edges(&paths)
}

#[test]
fn what_is_stated_overrides_what_is_found() {
    assert_eq!(
        stated("sellPet"),
        "GET /pets/{petId} petId: POST /shop id (Stated)\n"
    );
    assert_eq!(
        stated("[sellPet, {operation: GET /pets, field: '[].name'}]"),
        "GET /pets/{petId} petId: POST /shop id (Stated)\n\
         GET /pets/{petId} petId: GET /pets [].name (Stated)\n"
    );
    assert_eq!(stated("false"), "");
    // What cannot be resolved states nothing.
    assert_eq!(
        stated("nobody"),
        "GET /pets/{petId} petId: GET /pets [].id (Collection)\n"
    );
}

#[test]
fn settings_state_it_for_operations_of_a_pattern() {
    let paths = get("/pets", "operationId: listPets", PETS)
        + &get("/pets/{petId}", &format!("operationId: pet, {ID}"), PET)
        + &get(
            "/visits/{petId}",
            &format!("operationId: visits, {ID}"),
            PET,
        );
    let spec = format!(
        "openapi: 3.0.3\ninfo: {{title: T, version: '1'}}\npaths:\n{paths}\ncomponents:\n  schemas:\n{SCHEMAS}"
    );
    let flow = |builder: Builder| {
        let source = Source::from_text("api.yaml", spec.clone()).expect("is YAML");
        let modelled = builder.model_source(source).expect("compiles");
        let needs = modelled.api().flow.needs.iter().flatten();
        let places = needs.map(|need| need.producers[0].place.clone());
        let remarks = modelled.diagnostics().iter().map(|it| it.message.clone());
        (places.collect::<Vec<_>>(), remarks.collect::<Vec<_>>())
    };
    let builder = || Builder::new("api.yaml");
    let name = builder().from_operation("GET /**", "petId", "listPets#[].name");
    assert_eq!(flow(name).0, ["[].name", "[].name"]);
    let none = builder().from_operation("visits", "petId", "false");
    assert_eq!(flow(none).0, ["[].id"]);
    let (_, remarks) = flow(builder().from_operation("*", "petId", "listPet"));
    assert_eq!(
        remarks,
        ["`from` names the operation `listPet`, which the spec does not have; it is ignored"]
    );
    let (_, remarks) = flow(builder().from_operation("visits", "ownerId", "listPets"));
    assert_eq!(remarks.len(), 1, "{remarks:?}");
}

/// Paths with a link from `GET /visits` and one from `POST /shop` to `GET /pets/{petId}`.
fn linked(parameters: &str) -> String {
    let link = |schema: &str| {
        format!(
            "{{description: D, content: {{application/json: {{schema: {schema}}}}}, links: {{pet: {{operationRef: \
         '#/paths/~1pets~1{{petId}}/get', parameters: {{{parameters}}}}}}}}}"
        )
    };
    let visits = "{type: array, items: {type: object, properties: {who: {type: string}}}}";
    get("/pets", "", PETS)
        + &format!(
            "  /visits:\n    get: {{responses: {{'200': {}}}}}\n",
            link(visits)
        )
        + &format!(
            "  /shop:\n    post: {{responses: {{'201': {}}}}}\n",
            link(PET)
        )
        + &get("/pets/{petId}", ID, PET)
}

#[test]
fn links_come_before_what_is_found_and_those_that_write_after_what_reads() {
    assert_eq!(
        edges(&linked("path.petId: '$response.body#/0/who'")),
        "GET /pets/{petId} petId: GET /visits [].who (Link)\n\
         GET /pets/{petId} petId: GET /pets [].id (Collection)\n"
    );
    assert_eq!(
        edges(&linked("petId: '$response.body#/id'")),
        "GET /pets/{petId} petId: GET /pets [].id (Collection)\n\
         GET /pets/{petId} petId: POST /shop id (Creation)\n"
    );
}

#[test]
fn a_link_that_passes_an_argument_on_makes_both_take_the_same() {
    let paths = get("/pets", "", PETS)
        + &format!(
            "  /pets/{{petId}}:\n    get: {{{ID}, responses: {{'200': {{description: D, links: {{visit: {{operationId: \
             visits, parameters: {{who: $request.path.petId}}}}}}}}}}}}\n"
        )
        + &get(
            "/visits",
            "operationId: visits, parameters: [{name: who, in: query, schema: {type: string}}]",
            "{type: string}",
        );
    assert_eq!(
        edges(&paths),
        "GET /pets/{petId} petId: GET /pets [].id (Collection)\n\
         GET /visits who: GET /pets [].id (Collection)\n"
    );
}

#[test]
fn alternatives_that_are_all_scalars_are_an_identifier() {
    let of = |schema: &str| {
        let id =
            format!("parameters: [{{name: petId, in: path, required: true, schema: {schema}}}]");
        edges(&(get("/pets", "", PETS) + &get("/pets/{petId}", &id, PET)))
    };
    let scalars = "{oneOf: [{type: integer}, {type: string}]}";
    let expected = "GET /pets/{petId} petId: GET /pets [].id (Collection)\n";
    assert_eq!(of(scalars), expected);
    assert_eq!(
        of("{anyOf: [{type: string, enum: [all]}, {type: string}]}"),
        ""
    );
    assert_eq!(of("{anyOf: [{type: string}, {type: object}]}"), "");
}
