//! The API of a CMS, as the compiler writes one for discovery.

use std::sync::OnceLock;

use serde_json::json;
use toolwright::generated::*;
use toolwright::schema::{Optional, Required};
use toolwright_inspect::search::{self, Origin, build};

/// `GET /pages` and `GET /assets`
pub struct List {
    limit: Option<i32>,
    locale: Option<String>,
}

impl Request for List {
    fn decode(fields: &mut Fields<'_>) -> Self {
        Self {
            limit: fields.take("limit"),
            locale: fields.take("locale"),
        }
    }

    fn encode(&self, request: &mut HttpRequest) {
        request.query("limit", &self.limit);
        request.query("locale", &self.locale);
    }
}

/// `GET /pages/{pageId}` and `DELETE /pages/{pageId}`
pub struct OnePage {
    page_id: i32,
    locale: Option<String>,
}

impl Request for OnePage {
    fn decode(fields: &mut Fields<'_>) -> Self {
        Self {
            page_id: fields.take("pageId"),
            locale: fields.take("locale"),
        }
    }

    fn encode(&self, request: &mut HttpRequest) {
        request.path("pageId", &self.page_id);
        request.query("locale", &self.locale);
    }
}

/// `POST /pages`: the query parameter `dryRun`, and a body.
pub struct CreatePage {
    dry_run: Option<bool>,
    page: Page,
}

impl Request for CreatePage {
    fn decode(fields: &mut Fields<'_>) -> Self {
        Self {
            dry_run: fields.take("dryRun"),
            page: fields.take_rest(),
        }
    }

    fn encode(&self, request: &mut HttpRequest) {
        request.query("dryRun", &self.dry_run);
        request.json(&self.page);
    }
}

/// `PUT /pages/{pageId}` and `PATCH /users/{name}`: a path parameter and any body.
pub struct Change {
    page_id: i32,
    body: Json,
}

impl Request for Change {
    fn decode(fields: &mut Fields<'_>) -> Self {
        Self {
            page_id: fields.take("pageId"),
            body: fields.take_rest(),
        }
    }

    fn encode(&self, request: &mut HttpRequest) {
        request.path("pageId", &self.page_id);
        request.json(&self.body);
    }
}

/// `GET /users/{name}`
pub struct OneUser {
    name: String,
}

impl Request for OneUser {
    fn decode(fields: &mut Fields<'_>) -> Self {
        Self {
            name: fields.take("name"),
        }
    }

    fn encode(&self, request: &mut HttpRequest) {
        request.path("name", &self.name);
    }
}

struct Page {
    title: String,
    tags: Option<Vec<String>>,
}

impl Decode for Page {
    fn decode(at: &mut Cursor) -> Self {
        let mut fields = Fields::open(at);
        let decoded = Self {
            title: fields.take("title"),
            tags: fields.take("tags"),
        };
        fields.close();
        decoded
    }
}

impl Encode for Page {
    fn encode(&self, out: &mut Encoder) {
        let mut object = out.open_object();
        object.field("title", &self.title);
        object.field("tags", &self.tags);
        object.close();
    }
}

static STRINGS: Schema = Schema(Types::ARRAY, &[Keyword::Items(Schema::STRING)]);
static LIST: Schema = Schema(
    Types::OBJECT,
    &[Keyword::ClosedObject(&[
        Optional(
            "limit",
            &Schema(Types::INTEGER, &[Keyword::Minimum(Number::Int(1))]),
        ),
        Optional("locale", Schema::STRING),
    ])],
);
static ONE_PAGE: Schema = Schema(
    Types::OBJECT,
    &[Keyword::ClosedObject(&[
        Required("pageId", Schema::INTEGER),
        Optional("locale", Schema::STRING),
    ])],
);
static CREATE_PAGE: Schema = Schema(
    Types::OBJECT,
    &[Keyword::ClosedObject(&[
        Required("title", Schema::STRING),
        Optional("tags", &STRINGS),
        Optional("dryRun", Schema::BOOLEAN),
    ])],
);
static CHANGE: Schema = Schema(
    Types::OBJECT,
    &[Keyword::Object(&[
        Required("pageId", Schema::INTEGER),
        Required("title", Schema::STRING),
    ])],
);
static ONE_USER: Schema = Schema(
    Types::OBJECT,
    &[Keyword::ClosedObject(&[Required("name", Schema::STRING)])],
);

use toolwright::schema::Number;

const fn tool(
    (name, description): (&'static str, &'static str),
    (method, path): (Method, &'static str),
    (text, check): (&'static str, &'static Schema),
    handler: Handler,
) -> Tool {
    Tool::new(name, method, path)
        .description(description)
        .input(InputSchema::new(text, check))
        .handler(handler)
}

const OF_LIST: &str = r#"{"type":"object","properties":{"limit":{"type":"integer","minimum":1},"locale":{"type":"string"}},"additionalProperties":false}"#;
const OF_ONE: &str = r#"{"type":"object","properties":{"pageId":{"type":"integer"},"locale":{"type":"string"}},"required":["pageId"],"additionalProperties":false}"#;
const OF_NEW: &str = r#"{"type":"object","properties":{"title":{"type":"string"},"tags":{"type":"array","items":{"type":"string"}},"dryRun":{"type":"boolean"}},"required":["title"],"additionalProperties":false}"#;

static TOOLS: [Tool; 8] = [
    tool(
        ("list_pages", "Lists the pages of the site."),
        (Method::Get, "/pages"),
        (OF_LIST, &LIST),
        Handler::upstream::<List>(),
    ),
    tool(
        ("create_page", "Creates a page."),
        (Method::Post, "/pages"),
        (OF_NEW, &CREATE_PAGE),
        Handler::upstream::<CreatePage>(),
    ),
    tool(
        ("get_page", "Reads a page with all its elements."),
        (Method::Get, "/pages/{pageId}"),
        (OF_ONE, &ONE_PAGE),
        Handler::upstream::<OnePage>(),
    ),
    tool(
        ("replace_page", "Replaces a page."),
        (Method::Put, "/pages/{pageId}"),
        (r#"{"type":"object"}"#, &CHANGE),
        Handler::upstream::<Change>(),
    ),
    tool(
        ("delete_page", "Moves a page to the recycle bin."),
        (Method::Delete, "/pages/{pageId}"),
        (OF_ONE, &ONE_PAGE),
        Handler::upstream::<OnePage>(),
    ),
    tool(
        ("list_assets", "Lists images and documents."),
        (Method::Get, "/assets"),
        (OF_LIST, &LIST),
        Handler::upstream::<List>(),
    ),
    tool(
        ("get_user", "Reads somebody's profile."),
        (Method::Get, "/users/{name}"),
        (r#"{"type":"object"}"#, &ONE_USER),
        Handler::upstream::<OneUser>(),
    ),
    tool(
        ("broken", "Has an answer that cannot be put together."),
        (Method::Patch, "/broken"),
        (r#"{"type":"object"}"#, Schema::ANY),
        Handler::upstream::<List>(),
    ),
];

/// What the provider answers, as far as it is of interest here.
macro_rules! answer {
    ($name:literal, $method:literal, $path:literal, $required:literal, $optional:literal, $data:literal) => {
        concat!(
            r#"{"success":true,"endpoint_info":{"tool_name":""#,
            $name,
            r#"","method":""#,
            $method,
            r#"","endpoint_path":""#,
            $path,
            r##"","description":"d"},"input_schema":{"$ref":"#/shared/empty"},"output_schema":{"type":"object"},"##,
            r##""parameter_info":{},"execution_instructions":{"next_tool":{"$ref":"#/discovery/executor"},"overview":"","##,
            r#""parameter_guidance":{"required":"#,
            $required,
            r#","optional":"#,
            $optional,
            r##","path_params":[],"body_structure":null},"example_call":{"tool_name":{"$ref":"#/discovery/executor"},"##,
            r#""parameters":{"endpoint_path":""#,
            $path,
            r#"","method":""#,
            $method,
            r#"","request_data":"#,
            $data,
            r#"},"description":""},"validation_notes":[]}}"#
        )
    };
}

const PAGE_ID: &str = answer!(
    "get_page",
    "GET",
    "/pages/{pageId}",
    r#"[{"name":"pageId","type":"integer","description":"Number of the page","format":null,"example":42}]"#,
    r##"[{"$ref":"#/shared/locale"}]"##,
    r#"{"pageId":42,"locale":"example_value"}"#
);

/// What discovery says of a tool.
#[derive(Clone, Copy)]
pub struct EndpointText {
    tags: &'static [&'static str],
    category: &'static str,
    signature: &'static str,
    parameters: u16,
    answer: &'static str,
}

const fn endpoint(
    tags: &'static [&'static str],
    category: &'static str,
    (signature, parameters): (&'static str, u16),
    answer: &'static str,
) -> EndpointText {
    EndpointText {
        tags,
        category,
        signature,
        parameters,
        answer,
    }
}

static ENDPOINTS: [EndpointText; 8] = [
    endpoint(
        &["Pages"],
        "pages",
        ("list_pages(limit?: integer, locale?: string)", 2),
        answer!(
            "list_pages",
            "GET",
            "/pages",
            "[]",
            r##"[{"name":"limit","type":"integer","description":"How many","format":null,"example":42},{"$ref":"#/shared/locale"}]"##,
            r#"{"limit":42}"#
        ),
    ),
    endpoint(
        &["Pages"],
        "pages",
        (
            "create_page(title: string, tags?: string[], dryRun?: boolean)",
            3,
        ),
        answer!(
            "create_page",
            "POST",
            "/pages",
            r#"[{"name":"title","type":"string","description":"Title","format":null,"example":"example_value"}]"#,
            r#"[{"name":"tags","type":"array","description":"Tags","format":null,"example":["item1","item2"]}]"#,
            r#"{"title":"example_value","tags":["item1","item2"]}"#
        ),
    ),
    endpoint(
        &["Pages"],
        "pages",
        ("get_page(pageId: integer, locale?: string)", 2),
        PAGE_ID,
    ),
    endpoint(
        &["Pages", "Editing"],
        "pages",
        ("replace_page(pageId: integer, title: string)", 2),
        answer!(
            "replace_page",
            "PUT",
            "/pages/{pageId}",
            "[]",
            "[]",
            r#"{"pageId":42,"title":"t"}"#
        ),
    ),
    endpoint(
        &["Pages"],
        "pages",
        ("delete_page(pageId: integer, locale?: string)", 2),
        answer!(
            "delete_page",
            "DELETE",
            "/pages/{pageId}",
            "[]",
            "[]",
            r#"{"pageId":42}"#
        ),
    ),
    endpoint(
        &[],
        "media",
        ("list_assets(limit?: integer, locale?: string)", 2),
        answer!("list_assets", "GET", "/assets", "[]", "[]", "{}"),
    ),
    endpoint(
        &["User Management"],
        "user management",
        ("get_user(name: string)", 1),
        answer!(
            "get_user",
            "GET",
            "/users/{name}",
            "[]",
            "[]",
            r#"{"name":"example_value"}"#
        ),
    ),
    endpoint(
        &["Broken"],
        "broken",
        ("broken()", 0),
        r##"{"$ref":"#/shared/none"}"##,
    ),
];

/// The API, compiled for discovery.
pub fn api() -> &'static Api {
    static API: OnceLock<Api> = OnceLock::new();
    API.get_or_init(|| with_discovery("cms", &TOOLS, &ENDPOINTS))
}

/// The same with tags, as the compiler writes them.
pub fn tagged_api() -> &'static Api {
    static API: OnceLock<Api> = OnceLock::new();
    API.get_or_init(|| {
        let mut tools = TOOLS;
        for tool in &mut tools {
            *tool = match tool.path {
                "/pages" | "/pages/{pageId}" => tool.tags(&["pages"]),
                "/assets" => tool.tags(&["assets"]),
                _ => *tool,
            };
        }
        with_discovery("cms", &tools, &ENDPOINTS)
    })
}

/// The same without discovery.
pub fn plain_api() -> &'static Api {
    static API: OnceLock<Api> = OnceLock::new();
    API.get_or_init(|| {
        let mut tools = TOOLS;
        tools.sort_by_key(|tool| tool.name);
        with_tools("plain", Box::leak(Box::new(tools)))
    })
}

/// An API with a `GET /pages` of its own, and a `HEAD /pages`.
pub fn second_api() -> &'static Api {
    static API: OnceLock<Api> = OnceLock::new();
    static SECOND: [Tool; 2] = [
        tool(
            ("list_news", "Lists news."),
            (Method::Get, "/pages"),
            (OF_LIST, &LIST),
            Handler::upstream::<List>(),
        ),
        tool(
            ("probe_news", "Says whether there is news."),
            (Method::Head, "/pages"),
            (OF_LIST, &LIST),
            Handler::upstream::<List>(),
        ),
    ];
    static ENDPOINTS: [EndpointText; 2] = [
        endpoint(
            &["News"],
            "news",
            ("list_news()", 2),
            answer!("list_news", "GET", "/pages", "[]", "[]", "{}"),
        ),
        endpoint(
            &["News"],
            "news",
            ("probe_news()", 2),
            answer!("probe_news", "HEAD", "/pages", "[]", "[]", "{}"),
        ),
    ];
    API.get_or_init(|| with_discovery("news", &SECOND, &ENDPOINTS))
}

/// An API with a category whose name is a part of another's.
pub fn nested_categories() -> &'static Api {
    static API: OnceLock<Api> = OnceLock::new();
    const fn listed(name: &'static str, method: Method, path: &'static str) -> Tool {
        let input = (r#"{"type":"object"}"#, Schema::ANY);
        tool(
            (name, ""),
            (method, path),
            input,
            Handler::upstream::<List>(),
        )
    }
    static NESTED: [Tool; 3] = [
        listed("list_groups", Method::Get, "/groups"),
        listed("list_users", Method::Get, "/users"),
        listed("create_user", Method::Post, "/users"),
    ];
    static ENDPOINTS: [EndpointText; 3] = [
        endpoint(&["UserGroups"], "usergroups", ("list_groups()", 0), "{}"),
        endpoint(&["User"], "user", ("list_users()", 0), "{}"),
        endpoint(&["User"], "user", ("create_user()", 0), "{}"),
    ];
    API.get_or_init(|| with_discovery("cms", &NESTED, &ENDPOINTS))
}

/// An API that tells operations apart by queries in their paths.
pub fn queries_in_paths() -> &'static Api {
    static API: OnceLock<Api> = OnceLock::new();
    const fn of_page(name: &'static str, path: &'static str) -> Tool {
        let input = (OF_ONE, &ONE_PAGE);
        let handler = Handler::upstream::<OnePage>();
        tool((name, ""), (Method::Post, path), input, handler)
    }
    static PAGES: [Tool; 4] = [
        of_page("change", "/pages/{pageId}"),
        of_page("find", "/pages?id={pageId}&by=number"),
        of_page("publish", "/pages/{pageId}?action=publish"),
        of_page("retract", "/pages/{pageId}?action=retract"),
    ];
    static ENDPOINTS: [EndpointText; 4] = [
        endpoint(&[], "pages", ("change(pageId: integer)", 1), "{}"),
        endpoint(&[], "pages", ("find(pageId: integer)", 1), "{}"),
        endpoint(&[], "pages", ("publish(pageId: integer)", 1), "{}"),
        endpoint(&[], "pages", ("retract(pageId: integer)", 1), "{}"),
    ];
    API.get_or_init(|| with_discovery("cms", &PAGES, &ENDPOINTS))
}

/// An API without a single operation.
pub fn empty_api() -> &'static Api {
    static API: OnceLock<Api> = OnceLock::new();
    API.get_or_init(|| with_discovery("cms", &[], &[]))
}

/// An API of so many operations in 40 categories, with descriptions of some length.
pub fn large_api(count: u16) -> &'static Api {
    let leaked = |text: String| &*Box::leak(text.into_boxed_str());
    let tools: Vec<Tool> = (0..count)
        .map(|number| {
            let name = leaked(format!("get_thing_{number:04}"));
            let path = leaked(format!("/things/{number:04}"));
            let description = leaked(format!(
                "Reads the thing {number}. {}",
                "It is one. ".repeat(8)
            ));
            let input = (r#"{"type":"object"}"#, Schema::ANY);
            tool(
                (name, description),
                (Method::Get, path),
                input,
                Handler::upstream::<List>(),
            )
        })
        .collect();
    let endpoints: Vec<EndpointText> = (0..count)
        .map(|number| {
            let category = leaked(format!("category {:02}", number % 40));
            let signature = leaked(format!("get_thing_{number:04}()"));
            endpoint(
                Box::leak(Box::new([category])),
                category,
                (signature, 0),
                "{}",
            )
        })
        .collect();
    Box::leak(Box::new(with_discovery("cms", &tools, &endpoints)))
}

/// An API of these tools, in any order, each with its endpoint.
fn with_discovery(name: &'static str, tools: &[Tool], endpoints: &[EndpointText]) -> Api {
    let mut pairs: Vec<(Tool, EndpointText)> = tools
        .iter()
        .copied()
        .zip(endpoints.iter().copied())
        .collect();
    pairs.sort_by_key(|(tool, _)| tool.name);
    let (tools, endpoints): (Vec<Tool>, Vec<EndpointText>) = pairs.into_iter().unzip();
    let tools: &'static [Tool] = Box::leak(tools.into_boxed_slice());
    let endpoints: &'static [EndpointText] = Box::leak(endpoints.into_boxed_slice());
    with_tools(name, tools).discovery(Some(discovery(tools, endpoints, name)))
}

fn with_tools(name: &'static str, tools: &'static [Tool]) -> Api {
    // What only the API sets is in the document, whoever has the schemas.
    static DOCUMENT: Document = Document::new(
        r#"{"fingerprint":"1","tools":{"create_page":{"input":{},"read_only":["/id","/tags/*/made"]}}}"#,
        "1",
    );
    static SCHEMAS: Schemas = Schemas::from_document(&DOCUMENT);
    Api::new(name)
        .schemas(&SCHEMAS)
        .title("Content")
        .version("1")
        .description("Pages and assets.")
        .tools(tools)
}

/// Discovery with the index that the compiler makes.
fn discovery(
    tools: &'static [Tool],
    endpoints: &'static [EndpointText],
    prefix: &'static str,
) -> &'static Discovery {
    let list = tools.iter().position(|tool| tool.name == "list_pages");
    let origin = Origin {
        argument: "pageId",
        producer: list.unwrap_or_default(),
        place: "[].id",
    };
    let documents: Vec<search::Document<'_>> = tools
        .iter()
        .zip(endpoints)
        .map(|(tool, endpoint)| search::Document {
            name: tool.name,
            title: tool.title,
            description: tool.description,
            method: tool.method.as_str(),
            path: tool.path,
            tags: endpoint.tags,
            parameters: &[],
            returned: &[],
            origins: match list.is_some() && tool.path.contains("{pageId}") {
                true => std::slice::from_ref(&origin),
                false => &[],
            },
        })
        .collect();
    let words: Vec<String> = build(&documents)
        .into_iter()
        .map(|(word, places)| format!("{}:{}", json!(word), json!(places)))
        .collect();
    let endpoints: Vec<String> = tools
        .iter()
        .zip(endpoints)
        .map(|(tool, endpoint)| {
            format!(
                r#""{}":{{"tags":{},"category":{},"signature":{},"parameters":{},"answer":{}}}"#,
                tool.name,
                json!(endpoint.tags),
                json!(endpoint.category),
                json!(endpoint.signature),
                endpoint.parameters,
                endpoint.answer,
            )
        })
        .collect();
    let text = format!(
        r#"{{"fingerprint":"1","shared":{SHARED},"discovery":{{"endpoints":{{{}}},"words":{{{}}}}}}}"#,
        endpoints.join(","),
        words.join(","),
    );
    let document = Document::new(Box::leak(text.into_boxed_str()), "1");
    let discovery = Discovery::from_document(prefix, Box::leak(Box::new(document)));
    Box::leak(Box::new(discovery))
}

/// What several answers hold.
const SHARED: &str = r#"{
    "locale": {"name":"locale","type":"string","description":"Language","format":null,"example":"example_value"},
    "empty": {
        "type":"object","properties":{},"required":[],"description":"",
        "property_count":0,"required_count":0,"optional_count":0
    }
}"#;
