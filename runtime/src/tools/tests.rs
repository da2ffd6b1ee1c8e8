use std::sync::Mutex;

use super::*;
use crate::handlers::{Call, ToolError, start_own_tool};
use crate::request::Method;
use crate::schema::Schema;
use crate::testing;
use crate::tool::{Annotations, InputSchema, Tool};
use crate::{CallContext, HttpExecutor, Json, Outcome};

static INPUT: InputSchema = InputSchema::new("{\"type\":\"object\"}", Schema::ANY);

static TOOLS: [Tool; 2] = [
    Tool::new("a", Method::Get, "/a"),
    Tool::new("b", Method::Get, "/b"),
];

const fn api(name: &'static str, tools: &'static [Tool]) -> Api {
    Api::new(name).version("1").tools(tools)
}

static PETS: Api = api("pets", &TOOLS);
static NEWS: Api = api("news", &[]);
static SAME: Api = api("other", &TOOLS);
static PETS_AGAIN: Api = api("Pets", &[]);

type Log = Mutex<Vec<Json>>;

const fn noting(name: &'static str) -> OwnTool<Log> {
    OwnTool {
        name,
        title: "",
        description: "",
        annotations: Annotations::of(Method::Post),
        input: || &INPUT,
        output: None,
        start: |log, fields, call| {
            start_own_tool(fields, move |noted: Json| note(log, noted, call))
        },
    }
}

async fn note(log: &Log, noted: Json, call: &Call<'_>) -> Result<(), ToolError> {
    call.report("noting");
    log.lock()
        .map_err(|_| ToolError::new("poisoned"))?
        .push(noted);
    Ok(())
}

static OWN: [OwnTool<Log>; 2] = [noting("z"), noting("c")];
static CLASHING: [OwnTool<Log>; 1] = [noting("a")];

#[test]
fn tools_of_all_sources_are_found() {
    let tools = Tools::from_api(&PETS)
        .and_own(Arc::default(), &OWN)
        .and(&NEWS);
    let names: Vec<&str> = tools.tool_infos().map(|(_, info)| info.name).collect();
    assert_eq!(names, ["a", "b", "z", "c"]);
    for name in names {
        let found = tools.find_tool(name).expect("is there");
        assert_eq!(found.info.name, name);
        assert_eq!(found.api_index, 0);
    }
    assert!(tools.find_tool("d").is_none());
    assert_eq!(
        tools.check_servable().map_err(|error| error.to_string()),
        Ok(())
    );
    assert_eq!(tools.first_api().name, "pets");
}

#[test]
fn names_are_unique() {
    let error = |tools: Tools| tools.check_servable().expect_err("clash").to_string();
    insta::assert_snapshot!(error(Tools::from_api(&PETS).and(&SAME)), @"two tools have the name 'a': one \
        of the API 'pets' and one of the API 'other'. Rename one of them: in a spec with the setting \
        `rename` or `x-mcp: {name: …}`, in Rust with its `name`");
    let own = error(Tools::from_api(&PETS).and_own(Arc::default(), &CLASHING));
    assert!(own.starts_with(
        "two tools have the name 'a': one of the API 'pets' and one of the program's own."
    ));
    let twice = error(Tools::from_api(&PETS).and(&PETS_AGAIN));
    assert!(
        twice.starts_with("two APIs have the name 'Pets'"),
        "{twice}"
    );
}

#[test]
fn a_manual_operation_needs_its_handler() {
    static MANUAL: [Tool; 1] = [testing::test_tool(Method::Post, "/orders")
        .handler(crate::Handler::manual::<testing::EmptyRequest>())];
    static SHOP: ManualApi = ManualApi::new(api("shop", &MANUAL));
    let error = Tools::from_api(SHOP.api())
        .check_servable()
        .expect_err("has none");
    let expected = "the tool 'tool' needs a handler: serve the API 'shop' by its function `tools`";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn executors_are_put_in_order() {
    let executor = |api: &'static Api| {
        let builder = HttpExecutor::builder(api).environment(|_| None);
        builder.build().expect("nothing is wrong")
    };
    let tools = Tools::from_api(&PETS).and(&NEWS);
    let given = vec![executor(&NEWS), executor(&PETS)];
    let (first, others) = tools.match_executors(given).expect("are all there");
    assert_eq!((first.api().name, others.len()), ("pets", 1));
    assert_eq!(others[0].api().name, "news");
    let stranger = tools
        .match_executors(vec![executor(&SAME)])
        .expect_err("is one");
    assert_eq!(
        stranger.to_string(),
        "an executor is of the API 'other', which is not served"
    );
}

#[tokio::test]
async fn a_tool_of_ones_own_gets_its_state() {
    let log = Arc::new(Log::default());
    let tools = Tools::new("log", "1").and_own(Arc::clone(&log), &OWN);
    let found = tools.find_tool("z").expect("is there");
    let ToolRunner::Own(own, index) = found.runner else {
        panic!("is one's own");
    };
    let context = CallContext::default();
    let call = Call::new(&context, &[]);
    let arguments = serde_json::Map::from_iter([("a".to_owned(), Json::from(1))]);
    let started = crate::prepare_call::decode_arguments(found.info.call, arguments, |fields| {
        own.start_tool(index, fields, &call)
    });
    let running = started.expect("fits").0.expect("was started");
    let outcome = running.await.expect("is well");
    assert_eq!(outcome, Outcome::success("Done."));
    assert_eq!(
        *log.lock().expect("is whole"),
        [serde_json::json!({"a": 1})]
    );
    assert_eq!(context.reported(), "noting");
}

#[cfg(feature = "client")]
#[test]
fn a_shell_can_set_the_variables_of_a_server() {
    let variable = |name| api(name, &[]).variable("BASE_URL");
    assert_eq!(variable("pet-store"), "PET_STORE_BASE_URL");
    assert_eq!(variable("3scale"), "N_3SCALE_BASE_URL");
}
