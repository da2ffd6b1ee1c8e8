//! The servers that clients are tested with, and what to ask each of them.

use std::path::Path;
use std::process::Command;

use toolwright_tests::workspace_program;

/// What stands for the URL of an upstream that never answers.
pub(crate) const SILENT: &str = "{silent}";
/// What stands for the number of a cell, by which the silent upstream knows its call.
pub(crate) const CELL: &str = "{cell}";

/// A server, and calls of its tools.
pub(crate) struct Server {
    /// What it is called in messages.
    pub(crate) title: &'static str,
    pub(crate) program: Program,
    /// What it calls itself.
    pub(crate) name: &'static str,
    /// How many tools it lists.
    pub(crate) tools: usize,
    pub(crate) options: &'static [&'static str],
    /// Options beside these over HTTP.
    pub(crate) http_options: &'static [&'static str],
    pub(crate) variables: &'static [(&'static str, &'static str)],
    /// Calls that succeed.
    pub(crate) calls: &'static [Call],
    /// A call that a tool answers with an error.
    pub(crate) wrong_arguments: Call,
    /// A call that goes on until it is cancelled.
    pub(crate) slow_call: Option<SlowCall>,
}

/// Where the program of a server is from.
pub(crate) enum Program {
    /// A package of the workspace with a binary of the same name.
    Package(&'static str),
    /// A binary of these tests.
    OfTests(&'static str),
}

/// A call of a tool.
pub(crate) struct Call {
    pub(crate) tool: &'static str,
    /// A JSON object.
    pub(crate) arguments: &'static str,
    /// What the text of the result contains.
    pub(crate) says: &'static str,
    /// Whether the result has the same as structured content.
    pub(crate) is_structured: bool,
}

/// A call that reaches the silent upstream.
pub(crate) struct SlowCall {
    /// Options of the server in place of its others.
    pub(crate) options: &'static [&'static str],
    pub(crate) tool: &'static str,
    /// A JSON object. The request upstream has the number of the cell in its target.
    pub(crate) arguments: &'static str,
}

/// A call of the Petstore, over HTTP to an upstream that never answers.
const GET_PET_FROM_NOBODY: SlowCall = SlowCall {
    options: &["--upstream", SILENT],
    tool: "get_pet",
    arguments: r#"{"petId": {cell}}"#,
};

pub(crate) const PETSTORE: Server = Server {
    title: "petstore",
    program: Program::Package("petstore-mcp"),
    name: "petstore",
    tools: 12,
    options: &["--upstream", "builtin"],
    http_options: &[],
    variables: &[("PETSTORE_ALLOW_MISSING_CREDENTIALS", "true")],
    calls: &[
        Call {
            tool: "get_pet",
            arguments: r#"{"petId": 7}"#,
            says: r#""name":"Rex""#,
            is_structured: true,
        },
        Call {
            tool: "list_pets",
            arguments: r#"{"status": "pending", "limit": 2}"#,
            says: r#""name":"Tom""#,
            is_structured: false,
        },
        // Many models send numbers as texts.
        Call {
            tool: "create_pet",
            arguments: r#"{"name": "Ada", "kind": "bird", "price": "12.5"}"#,
            says: r#""price":12.5"#,
            is_structured: true,
        },
    ],
    wrong_arguments: Call {
        tool: "get_pet",
        arguments: r#"{"petId": "seven"}"#,
        says: "petId",
        is_structured: false,
    },
    slow_call: Some(GET_PET_FROM_NOBODY),
};

pub(crate) const CMS: Server = Server {
    title: "cms",
    program: Program::Package("cms-mcp"),
    name: "cms",
    tools: 3,
    options: &["--upstream", "builtin"],
    http_options: &[],
    variables: &[
        ("CMS_ALLOW_MISSING_CREDENTIALS", "true"),
        // Its default is low, and the clients are quick.
        ("RATE_LIMIT_RPM", "1000000"),
    ],
    calls: &[
        Call {
            tool: "cms_endpoint_lister",
            arguments: r#"{"search_term": "search_pages"}"#,
            says: "/pages/search",
            is_structured: false,
        },
        Call {
            tool: "cms_schema_provider",
            arguments: r#"{"tool_name": "search_pages", "method": "GET", "endpoint_path": "/pages/search"}"#,
            says: "- q (string, required)",
            is_structured: false,
        },
        Call {
            tool: "cms_endpoint_executor",
            arguments: r#"{"method": "GET", "endpoint_path": "/pages/search", "request_data": {"q": "hours"}}"#,
            says: "Opening hours",
            is_structured: false,
        },
    ],
    wrong_arguments: Call {
        tool: "cms_endpoint_executor",
        arguments: r#"{"method": "PURGE", "endpoint_path": "/pages/search"}"#,
        says: "method",
        is_structured: false,
    },
    slow_call: Some(SlowCall {
        options: &["--upstream", SILENT],
        tool: "cms_endpoint_executor",
        arguments: r#"{"method": "GET", "endpoint_path": "/pages/search", "request_data": {"q": "{cell}"}}"#,
    }),
};

pub(crate) const NEWS: Server = Server {
    title: "news",
    program: Program::Package("news-mcp"),
    name: "news_mcp",
    tools: 48,
    options: &[],
    http_options: &[],
    variables: &[
        ("DATABASE_URL", "sqlite::memory:"),
        ("NEWS_SCHEDULER", "off"),
        ("NEWS_ALLOW_PRIVATE_FEEDS", "1"),
    ],
    calls: &[
        Call {
            tool: "execute_query",
            arguments: r#"{"query": "SELECT count(*) AS feeds FROM feeds"}"#,
            says: r#""feeds":8"#,
            is_structured: true,
        },
        Call {
            tool: "categories_list",
            arguments: "{}",
            says: "categories",
            is_structured: true,
        },
    ],
    wrong_arguments: Call {
        tool: "latest_articles",
        arguments: r#"{"limit": 1000}"#,
        says: "limit",
        is_structured: false,
    },
    slow_call: Some(SlowCall {
        options: &[],
        tool: "test_feed",
        arguments: r#"{"url": "{silent}/{cell}"}"#,
    }),
};

/// A binary of these tests. It has tools with output schemas, as none of those before has.
pub(crate) const MIXED: Server = Server {
    title: "mixed",
    program: Program::OfTests(env!("CARGO_BIN_EXE_mixed")),
    name: "mixed",
    tools: 7,
    options: &["--upstream", "builtin"],
    http_options: &[],
    variables: &[],
    calls: &[
        Call {
            tool: "restock",
            arguments: r#"{"article": "hay", "count": 3}"#,
            says: r#""count":3"#,
            is_structured: true,
        },
        Call {
            tool: "greet",
            arguments: r#"{"name": "Ada"}"#,
            says: "Hello, Ada!",
            is_structured: false,
        },
    ],
    wrong_arguments: Call {
        tool: "restock",
        arguments: r#"{"article": "hay", "count": 101}"#,
        says: "101 is greater than the maximum of 100",
        is_structured: false,
    },
    slow_call: Some(GET_PET_FROM_NOBODY),
};

/// It has resources and prompts as well. Nothing is upstream of it.
pub(crate) const CONFORMANCE: Server = Server {
    title: "conformance",
    program: Program::Package("conformance-mcp"),
    name: "conformance",
    tools: 25,
    options: &[],
    // Without sessions, clients of the revisions with `initialize` cannot be asked anything over HTTP.
    http_options: &["--sessions"],
    variables: &[],
    calls: &[
        Call {
            tool: "test_simple_text",
            arguments: "{}",
            says: "simple text",
            is_structured: false,
        },
        Call {
            tool: "test_multiple_content_types",
            arguments: "{}",
            says: "Multiple content types",
            is_structured: false,
        },
    ],
    wrong_arguments: Call {
        tool: "test_simple_text",
        arguments: r#"{"loud": true}"#,
        says: "loud",
        is_structured: false,
    },
    slow_call: None,
};

/// It tests other servers, and is connected to none here but by its slow call.
pub(crate) const PROBE: Server = Server {
    title: "probe",
    program: Program::Package("mcp-probe"),
    name: "mcp_test_mcp",
    tools: 11,
    options: &[],
    http_options: &[],
    variables: &[],
    calls: &[Call {
        tool: "get_connection_status",
        arguments: "{}",
        says: r#""connected":false"#,
        is_structured: true,
    }],
    wrong_arguments: Call {
        tool: "call_tool",
        arguments: r#"{"name": 7, "arguments": {}}"#,
        says: "invalid_arguments",
        is_structured: true,
    },
    // A connection that it begins goes on for a while after its call was cancelled.
    slow_call: None,
};

/// All that clients are tried with.
pub(crate) const SERVERS: [&Server; 6] = [&PETSTORE, &CMS, &NEWS, &MIXED, &CONFORMANCE, &PROBE];

impl Server {
    /// The program over HTTP, with an environment of its own: nothing that is set here may change what it does.
    pub(crate) fn http_command(&self, options: &[String], temporary: &Path) -> Command {
        let mut command = Command::new(self.binary());
        command.args(options).args(self.http_options).env_clear();
        for (name, value) in self.environment(temporary) {
            command.env(name, value);
        }
        command
    }

    pub(crate) fn binary(&self) -> String {
        match self.program {
            Program::Package(package) => workspace_program(package).display().to_string(),
            Program::OfTests(binary) => binary.to_owned(),
        }
    }

    /// Its variables; files that it makes are in the folder `temporary`.
    pub(crate) fn environment(&self, temporary: &Path) -> Vec<(String, String)> {
        let folder = temporary.to_str().expect("the path is text").to_owned();
        let mut all = vec![
            ("TMPDIR".to_owned(), folder.clone()),
            ("HOME".to_owned(), folder),
        ];
        all.extend(
            self.variables
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned())),
        );
        all
    }

    pub(crate) fn options(&self) -> Vec<String> {
        self.options.iter().map(|&it| it.to_owned()).collect()
    }
}
