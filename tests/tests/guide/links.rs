//! Links lead to pages and headings that are there, and those of the guide stay in it.

use std::path::{Component, Path, PathBuf};

use toolwright_tests::pages::{Page, root};

const CONTENTS: &str = "docs/SUMMARY.md";

#[test]
fn links_lead_somewhere() {
    for page in Page::all() {
        for (link, place) in page.links() {
            // The server that a reader has just started is not there now.
            let is_outside = ["https://", "http://127.0.0.1:"]
                .iter()
                .any(|start| link.starts_with(start));
            if is_outside || link.is_empty() {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match file {
                "" => page.path.clone(),
                file => resolved(&page.path, file),
            };
            assert!(root().join(&target).exists(), "{place}: there is no {link}");
            let is_guide = |path: &Path| path.starts_with("docs");
            assert!(
                !is_guide(&page.path) || is_guide(&target),
                "{place}: {link} leads out of the book"
            );
            if !anchor.is_empty() {
                let anchors = Page::read(&target).anchors();
                assert!(
                    anchors.iter().any(|known| known == anchor),
                    "{place}: {link}: {} has {anchors:?}",
                    target.display()
                );
            }
        }
    }
}

/// mdBook shows no page that is not in its contents.
#[test]
fn every_page_of_the_guide_is_a_chapter_once() {
    let links = Page::read(CONTENTS).links();
    let mut chapters: Vec<PathBuf> = links
        .iter()
        .filter(|(link, _)| !link.is_empty())
        .map(|(link, _)| resolved(Path::new(CONTENTS), link))
        .collect();
    chapters.push(CONTENTS.into());
    chapters.sort();
    let pages: Vec<PathBuf> = Page::all().into_iter().map(|page| page.path).collect();
    let pages: Vec<_> = pages
        .into_iter()
        .filter(|it| it.starts_with("docs"))
        .collect();
    assert_eq!(chapters, pages);
}

fn resolved(page: &Path, link: &str) -> PathBuf {
    let mut path = page.parent().unwrap_or(Path::new("")).to_owned();
    for component in Path::new(link).components() {
        match component {
            Component::ParentDir => {
                path.pop();
            }
            other => path.push(other),
        }
    }
    path
}
