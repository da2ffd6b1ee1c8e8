//! What the compiler writes, written by hand: an API of four operations and its server.

use std::process::ExitCode;

use toolwright::generated::*;
use toolwright::schema::{Number, Property};

static TOKEN: SecurityScheme = SecurityScheme::new("token", SecurityKind::Bearer, "PETS_TOKEN");

const WITH_TOKEN: &[Requirement] = &[&[(&TOKEN, &[])]];

/// The API as the server knows it.
pub static API: Api = Api::new("pets")
    .title("Pets")
    .version("1.2.0")
    .description("A shop that sells pets.")
    .servers(&[BaseUrl::new("https://pets.example.com/v1")])
    .security(&[&TOKEN])
    .tools(&[CREATE_PET, DELETE_PET, GET_PET, LIST_PETS])
    .mock_responses(MOCK_RESPONSES);

const MOCK_RESPONSES: Option<&MockResponses> = mock_responses![
    MockResponse {
        method: Method::Get,
        path: "/pets",
        status: 200,
        content_type: "application/json",
        body: r#"[{"id":1,"name":"Rex","tag":"dog"}]"#,
    },
    MockResponse {
        method: Method::Post,
        path: "/pets",
        status: 201,
        content_type: "application/json",
        body: r#"{"id":1,"name":"Rex","tag":"dog"}"#,
    },
    MockResponse {
        method: Method::Get,
        path: "/pets/{petId}",
        status: 200,
        content_type: "application/json",
        body: r#"{"id":1,"name":"Rex","tag":"dog"}"#,
    },
    MockResponse {
        method: Method::Delete,
        path: "/pets/{petId}",
        status: 204,
        content_type: "",
        body: "",
    },
];

/// `GET /pets`
pub struct ListPets {
    /// How many pets to return.
    pub limit: Option<i64>,
}

impl Request for ListPets {
    fn decode(fields: &mut Fields<'_>) -> Self {
        Self {
            limit: fields.take("limit"),
        }
    }

    fn encode(&self, request: &mut HttpRequest) {
        request.query("limit", &self.limit);
    }
}

const LIST_PETS: Tool = Tool::new("list_pets", Method::Get, "/pets")
    .title("List pets")
    .description("Lists the pets that are for sale.")
    .input(InputSchema::new(LIMIT, &LIST_PETS_CHECK))
    .handler(Handler::upstream::<ListPets>());

const LIMIT: &str = r#"{"type":"object","properties":{"limit":{"type":"integer","minimum":1}},"additionalProperties":false}"#;

static LIST_PETS_CHECK: Schema = Schema(
    Types::OBJECT,
    &[Keyword::ClosedObject(&[Property::Optional(
        "limit",
        &Schema(Types::INTEGER, &[Keyword::Minimum(Number::Int(1))]),
    )])],
);

/// `POST /pets`
pub struct CreatePet {
    /// What it is called.
    pub name: String,
    /// What kind of animal it is.
    pub tag: Option<String>,
}

impl Request for CreatePet {
    fn decode(fields: &mut Fields<'_>) -> Self {
        Self {
            name: fields.take("name"),
            tag: fields.take("tag"),
        }
    }

    fn encode(&self, request: &mut HttpRequest) {
        request.json(self);
    }
}

impl Encode for CreatePet {
    fn encode(&self, out: &mut Encoder) {
        let mut object = out.open_object();
        object.field("name", &self.name);
        object.field("tag", &self.tag);
        object.close();
    }
}

const CREATE_PET: Tool = Tool::new("create_pet", Method::Post, "/pets")
    .title("Create a pet")
    .description("Puts a pet up for sale.")
    .input(InputSchema::new(PET, &CREATE_PET_CHECK))
    .security(WITH_TOKEN)
    .handler(Handler::upstream::<CreatePet>());

static CREATE_PET_CHECK: Schema = Schema(
    Types::OBJECT,
    &[Keyword::ClosedObject(&[
        Property::Required("name", Schema::STRING),
        Property::Optional("tag", Schema::STRING),
    ])],
);

const PET: &str = r#"{"type":"object","properties":{"name":{"type":"string"},"tag":{"type":"string"}},"required":["name"],"additionalProperties":false}"#;

/// `GET /pets/{petId}`
pub struct GetPet {
    /// Which pet.
    pub pet_id: i64,
}

impl Request for GetPet {
    fn decode(fields: &mut Fields<'_>) -> Self {
        Self {
            pet_id: fields.take("petId"),
        }
    }

    fn encode(&self, request: &mut HttpRequest) {
        request.path("petId", &self.pet_id);
    }
}

const GET_PET: Tool = Tool::new("get_pet", Method::Get, "/pets/{petId}")
    .title("Get a pet")
    .description("")
    .input(PET_ID_INPUT)
    .handler(Handler::upstream::<GetPet>());

/// `DELETE /pets/{petId}`
pub struct DeletePet {
    /// Which pet.
    pub pet_id: i64,
}

impl Request for DeletePet {
    fn decode(fields: &mut Fields<'_>) -> Self {
        Self {
            pet_id: fields.take("petId"),
        }
    }

    fn encode(&self, request: &mut HttpRequest) {
        request.path("petId", &self.pet_id);
    }
}

const DELETE_PET: Tool = Tool::new("delete_pet", Method::Delete, "/pets/{petId}")
    .title("Delete a pet")
    .description("Takes a pet off the shelves.")
    .input(PET_ID_INPUT)
    .handler(Handler::upstream::<DeletePet>());

const PET_ID_INPUT: InputSchema = InputSchema::new(PET_ID, &PET_ID_CHECK);

static PET_ID_CHECK: Schema = Schema(
    Types::OBJECT,
    &[Keyword::ClosedObject(&[Property::Required(
        "petId",
        Schema::INTEGER,
    )])],
);

const PET_ID: &str = r#"{"type":"object","properties":{"petId":{"type":"integer"}},"required":["petId"],"additionalProperties":false}"#;

fn main() -> ExitCode {
    toolwright::run(&API)
}
