//! `docs/llms.txt` (<https://llmstxt.org>) leads models to the same pages as the contents of the guide lead people.

use std::fs;

use toolwright_tests::pages::root;

/// Where a model finds the Markdown of a page.
const PAGES: &str = "https://raw.githubusercontent.com/toolwright/toolwright/main/docs/";

/// The lines that stand for a chapter or a part, `- [title](file)` and `# part`, without how deep they are.
fn contents(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    let lines = lines.map(|line| line.trim_start_matches("- "));
    let entries = lines.filter_map(|line| {
        let part = line.trim_start_matches('#').trim();
        if line.starts_with('#') {
            return Some(part.to_owned());
        }
        // Behind the link a note may stand.
        let end = line.find(".md)")?;
        line.starts_with('[')
            .then(|| line[..end].replace(PAGES, ""))
    });
    entries.collect()
}

#[test]
fn models_are_led_to_the_chapters_of_the_guide() {
    let read = |file: &str| fs::read_to_string(root().join("docs").join(file)).expect("is there");
    let (summary, for_models) = (read("SUMMARY.md"), read("llms.txt"));
    assert_eq!(contents(&for_models), contents(&summary));
    let links = for_models.matches("](").count();
    assert_eq!(
        links,
        for_models.matches(PAGES).count(),
        "each link is absolute"
    );
    let mut lines = for_models.lines();
    assert_eq!(lines.next(), Some("# toolwright"));
    assert!(
        lines.any(|line| line.starts_with("> ")),
        "a summary follows the title"
    );
    for line in for_models.lines().filter(|line| line.starts_with("- ")) {
        assert!(
            line.contains("): "),
            "{line}: what does a model find there?"
        );
    }
}
