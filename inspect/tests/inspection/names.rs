use toolwright_inspect::ToolNotFound;
use toolwright_inspect::suggest::{similarity, suggest_names};

const NAMES: [&str; 12] = [
    "read_file",
    "write_file",
    "delete_file",
    "list_pages",
    "get_page",
    "create_page",
    "search_content",
    "login",
    "logout",
    "upload",
    "whoami",
    "zip",
];

#[test]
fn r7_a_message_suggests_names() {
    let error = ToolNotFound::new("raed_file", Some("files"), NAMES);
    assert_eq!(
        error.to_string(),
        "Tool not found: 'raed_file' on server 'files'. \
         Did you mean: read_file, write_file, delete_file?"
    );
    assert_eq!(error.name, "raed_file");
    assert_eq!(error.server.as_deref(), Some("files"));
    assert_eq!(
        error.suggestions,
        ["read_file", "write_file", "delete_file"]
    );
    assert_eq!(error.available, NAMES);
}

#[test]
fn r7_a_message_lists_ten_names_where_none_is_near() {
    let text = |names: &[&str]| ToolNotFound::new("qqq", None, names.iter().copied()).to_string();
    let first = NAMES[..10].join(", ");
    let ten = format!("Tool not found: 'qqq'. Available tools: {first}");
    assert_eq!(text(&NAMES[..10]), ten);
    assert_eq!(text(&NAMES), format!("{ten} (and 2 more)"));
    assert_eq!(text(&[]), "Tool not found: 'qqq'");
}

#[test]
fn r8_similarity_is_that_of_difflib() {
    let recorded = include_str!("difflib.json");
    let recorded: Vec<(String, String, f64)> =
        serde_json::from_str(recorded).expect("is JSON of that form");
    assert!(recorded.len() > 50);
    for (left, right, ratio) in recorded {
        assert_eq!(similarity(&left, &right), ratio, "{left:?}, {right:?}");
    }
}

#[test]
fn r8_the_best_three_are_suggested() {
    assert_eq!(
        suggest_names("file", ["read_file", "write_file", "files", "tile", "ifle"]),
        ["files", "tile", "ifle"]
    );
    assert!(suggest_names("xyz", NAMES).is_empty());
}

#[test]
fn r8_equals_keep_their_order() {
    let names = ["tool_c", "tool_a", "tool_b", "tool_d"];
    assert_eq!(suggest_names("tool_x", names), names[..3]);
}

#[test]
fn r8_case_does_not_count() {
    assert_eq!(
        suggest_names("READ_FILE", NAMES).first(),
        Some(&"read_file")
    );
    assert_eq!(suggest_names("getpage", ["GetPage"]), ["GetPage"]);
}

#[test]
fn r8_a_part_of_a_name_is_near() {
    assert!(similarity("zip", "create_zip_archive") < 0.6);
    assert_eq!(
        suggest_names("zip", ["create_zip_archive"]),
        ["create_zip_archive"]
    );
    assert_eq!(suggest_names("create_zip_archive", ["zip"]), ["zip"]);
    // 0.7 for the part, 0.667 for what is no part.
    assert!(similarity("zip", "zap") < 0.7);
    assert_eq!(
        suggest_names("zip", ["zap", "create_zip_archive"]),
        ["create_zip_archive", "zap"]
    );
    assert!(suggest_names("", NAMES).is_empty());
}
