//! Where the arguments of operations come from, as a table. `data_flow` makes it; search, discovery, errors and
//! descriptions read it.

use indexmap::IndexMap;
use serde_json::Value;

use super::Definition;

/// Where the arguments of an API's operations come from.
///
/// ```
/// use toolwright_codegen::Builder;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let api = modelled.api();
/// assert_eq!(api.flow.needs.len(), api.operations.len());
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataFlow {
    /// For each operation, in the order of the model, the arguments that take what another one returns.
    pub needs: Vec<Vec<Need>>,
    /// For each operation, the names of the properties of what it returns, one or a list.
    pub returned: Vec<Vec<String>>,
}

/// An argument, and the operations that return values for it.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::Rule;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let api = modelled.api();
/// let place = api.operations.iter().position(|it| it.path == "/pets/{petId}/photo");
/// let need = place.and_then(|index| api.flow.needs[index].first());
/// assert_eq!(need.map(|need| (need.argument.as_str(), need.producers[0].rule)), Some(("petId", Rule::Collection)));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// Name of the argument.
    pub argument: String,
    /// The operations, the likeliest first; at least one.
    pub producers: Vec<Producer>,
}

/// An operation that returns a value.
///
/// ```
/// use toolwright_codegen::Builder;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let mut producers = modelled.api().flow.needs.iter().flatten().flat_map(|need| &need.producers);
/// assert!(producers.any(|it| it.place == "[].id"));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Producer {
    /// Index of the operation.
    pub operation: usize,
    /// Where the value is in the response: `results[].id`.
    pub place: String,
    /// Why it is taken for that.
    pub rule: Rule,
}

/// Why an operation is taken for one that returns what an argument takes; the likeliest first.
///
/// ```
/// use toolwright_codegen::model::Rule;
///
/// assert!(Rule::Collection < Rule::Part);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// `x-mcp` or a setting states it.
    Stated,
    /// A link of a response says it, of an operation that reads.
    Link,
    /// `/x/{id}` takes what `GET /x` lists.
    Collection,
    /// `/x/{id}` takes what a search for x lists.
    Search,
    /// `/x/{id}` takes what `GET /x/words` lists or shows.
    Selection,
    /// `/x/{id}` takes what a list has whose path ends with x, if x is a collection at the root of the API.
    Noun,
    /// `/x/{id}` takes what a list or a part has that is of the same schema, has the same properties or, without a
    /// schema of its own, the same noun as x.
    Schema,
    /// `/x/{id}` takes what a `POST` returns whose path ends with x.
    Creation,
    /// An argument takes the identifier of the items of a list that is called by its noun.
    List,
    /// An argument takes the property that has its name, with a noun in it.
    Name,
    /// An argument takes the identifier of a property that is called by its noun, of whatever schema.
    Part,
}

/// Operations that are stated to return the value of an argument; none if it is stated that no operation does.
///
/// ```
/// use toolwright_codegen::Builder;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").from_operation("uploadPhoto", "petId", "addPet#id").model()?;
/// let origins = modelled.api().operations.iter().flat_map(|it| &it.origins);
/// let stated: Vec<_> = origins.map(|it| (it.argument.as_str(), it.producers[0].place.as_deref())).collect();
/// assert_eq!(stated, [("petId", Some("id"))]);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentOrigin {
    /// Name of the argument.
    pub argument: String,
    /// The operations, the likeliest first.
    pub producers: Vec<OriginProducer>,
}

/// An operation that is stated to return a value.
///
/// ```
/// use toolwright_codegen::model::OriginProducer;
///
/// let producer = OriginProducer { operation: 0, place: Some("results[].id".to_owned()) };
/// assert_eq!(producer.operation, 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OriginProducer {
    /// Index of the operation.
    pub operation: usize,
    /// Where the value is in the response, if that is stated.
    pub place: Option<String>,
}

/// What a link of a response says: an argument takes a value of the linking operation.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::LinkedValue;
/// use toolwright_codegen::source::Source;
///
/// let spec = r##"{"openapi": "3.0.3", "info": {"title": "Pets", "version": "1"}, "paths": {
///     "/pets": {"post": {"operationId": "addPet", "responses": {"201": {"description": "Added.", "links": {"pet": {
///         "operationId": "getPet", "parameters": {"id": "$response.body#/id"}
///     }}}}}},
///     "/pets/{id}": {"get": {"operationId": "getPet", "parameters": [
///         {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}
///     ], "responses": {}}}
/// }}"##;
/// let source = Source::from_text("pets.json", spec.to_owned())?;
/// let modelled = Builder::new("pets.json").model_source(source)?;
/// let link = &modelled.api().operations[1].links[0];
/// assert_eq!((link.argument.as_str(), link.operation), ("id", 0));
/// assert_eq!(link.value, LinkedValue::Returned { place: "id".to_owned() });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedArgument {
    /// Name of the argument.
    pub argument: String,
    /// Index of the linking operation.
    pub operation: usize,
    /// What of it the argument takes.
    pub value: LinkedValue,
}

/// What of a linking operation an argument takes. See [`LinkedArgument`].
///
/// ```
/// use toolwright_codegen::model::LinkedValue;
///
/// let value = LinkedValue::Returned { place: "id".to_owned() };
/// assert_ne!(value, LinkedValue::Passed { argument: "id".to_owned() });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkedValue {
    /// What its response has.
    Returned {
        /// Where the response has it.
        place: String,
    },
    /// What its own argument has.
    Passed {
        /// Name of that argument.
        argument: String,
    },
}

/// The schemas of what operations return, whether tools advertise them or not.
///
/// ```
/// use toolwright_codegen::model::ReturnedSchemas;
///
/// assert!(ReturnedSchemas::default().schemas.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReturnedSchemas {
    /// For each operation, in the order of the model, the schema of its success response in JSON, if it has one.
    pub schemas: Vec<Option<Value>>,
    /// The schemas that these refer to by `#/$defs/{key}`.
    pub definitions: IndexMap<String, Definition>,
}
