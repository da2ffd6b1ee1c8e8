//! What the compiler writes, written by hand: an API of four operations and its server.

use std::process::ExitCode;

use toolwright::generated::*;
use toolwright::schema::{Number, Property};

static TOKEN: SecurityScheme = SecurityScheme {
    name: "token",
    kind: SecurityKind::Bearer,
    env: "PETS_TOKEN",
};

/// The API as the server knows it.
pub static API: Api = Api {
    name: "pets",
    title: "Pets",
    version: "1.2.0",
    description: "A shop that sells pets.",
    servers: &[BaseUrl::new("https://pets.example.com/v1")],
    security: &[&TOKEN],
    tools: &[LIST_PETS, CREATE_PET, GET_PET, DELETE_PET],
    schemas: &Schemas::NONE,
    by_name: &[1, 3, 2, 0],
    tags: &[],
    mock_responses: mock_responses![
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
    ],
    discovery: None,
    bridge: None,
};

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

const LIST_PETS: Tool = Tool {
    name: "list_pets",
    title: "List pets",
    description: "Lists the pets that are for sale.",
    method: Method::Get,
    path: "/pets",
    call: CallOptions::DEFAULT,
    annotations: Annotations::of(Method::Get),
    input: InputSchema {
        faithful: SchemaText(
            r#"{"type":"object","properties":{"limit":{"type":"integer","minimum":1}},"additionalProperties":false}"#,
        ),
        portable: None,
        referenced: &[],
        check: &Schema(
            Types::OBJECT,
            &[Keyword::ClosedObject(&[Property::Optional(
                "limit",
                &Schema(Types::INTEGER, &[Keyword::Minimum(Number::Int(1))]),
            )])],
        ),
    },
    output: None,
    security: &[],
    handler: Handler::upstream::<ListPets>(),
};

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

const CREATE_PET: Tool = Tool {
    name: "create_pet",
    title: "Create a pet",
    description: "Puts a pet up for sale.",
    method: Method::Post,
    path: "/pets",
    call: CallOptions::DEFAULT,
    annotations: Annotations::of(Method::Post),
    input: InputSchema {
        faithful: SchemaText(PET),
        portable: None,
        referenced: &[],
        check: &Schema(
            Types::OBJECT,
            &[Keyword::ClosedObject(&[
                Property::Required("name", Schema::STRING),
                Property::Optional("tag", Schema::STRING),
            ])],
        ),
    },
    output: None,
    security: &[&[(&TOKEN, &[])]],
    handler: Handler::upstream::<CreatePet>(),
};

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

const GET_PET: Tool = Tool {
    name: "get_pet",
    title: "Get a pet",
    description: "",
    method: Method::Get,
    path: "/pets/{petId}",
    call: CallOptions::DEFAULT,
    annotations: Annotations::of(Method::Get),
    input: PET_ID_INPUT,
    output: None,
    security: &[],
    handler: Handler::upstream::<GetPet>(),
};

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

const DELETE_PET: Tool = Tool {
    name: "delete_pet",
    title: "Delete a pet",
    description: "Takes a pet off the shelves.",
    method: Method::Delete,
    path: "/pets/{petId}",
    call: CallOptions::DEFAULT,
    annotations: Annotations::of(Method::Delete),
    input: PET_ID_INPUT,
    output: None,
    security: &[],
    handler: Handler::upstream::<DeletePet>(),
};

const PET_ID_INPUT: InputSchema = InputSchema {
    faithful: SchemaText(PET_ID),
    portable: None,
    referenced: &[],
    check: &Schema(
        Types::OBJECT,
        &[Keyword::ClosedObject(&[Property::Required(
            "petId",
            Schema::INTEGER,
        )])],
    ),
};

const PET_ID: &str = r#"{"type":"object","properties":{"petId":{"type":"integer"}},"required":["petId"],"additionalProperties":false}"#;

fn main() -> ExitCode {
    toolwright::run(&API)
}
