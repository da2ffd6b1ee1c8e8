//! Bundles and registry entries of real specs. A server of each is not built: it would say about itself what the constants of
//! its generated code say.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::json;
use tempfile::TempDir;
use toolwright_codegen::Builder;
use toolwright_tests::{Form, corpus};

use crate::apis::leak_api;
use crate::validators::{bundle_starts, bundles_in, parse_formulas, validate_entries};
use crate::{ALL, MANIFEST, package, write_crate};

/// As many as are validated; the others are left out evenly.
const COUNT: usize = 20;

#[test]
#[ignore = "needs ../shared, Node.js and Python"]
fn packages_of_real_specs_are_valid() {
    let specs = corpus(Form::Quick);
    let step = specs.len() / COUNT;
    let mut packages: Vec<(PathBuf, TempDir)> = Vec::new();
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut settings = 0;
    // In steps, and then those between: a spec without tools has no server.
    let order = (0..step).flat_map(|start| specs.iter().skip(start).step_by(step));
    for spec in order {
        if packages.len() == COUNT {
            break;
        }
        let Ok(modelled) = Builder::new(spec).model() else {
            continue;
        };
        if modelled.api().operations.is_empty() {
            continue;
        }
        let about = toolwright::describe_server(leak_api(modelled.api()));
        let about = about.unwrap_or_else(|error| panic!("{}: {error}", spec.display()));
        let about: serde_json::Value = serde_json::from_str(&about).expect("is JSON");
        for setting in about["settings"].as_array().expect("is a list") {
            if setting["common"] == true {
                settings += 1;
                let group = setting["group"].as_str().expect("is a text");
                *kinds.entry(group.to_owned()).or_default() += 1;
            }
        }
        let folder = write_crate(MANIFEST, &about);
        let image = ["--image", "ghcr.io/ann/pets-mcp"];
        let (code, stdout, stderr) =
            package(folder.path(), &[&["--only", ALL][..], &image].concat());
        assert_eq!(code, Some(0), "{}: {stdout}{stderr}", spec.display());
        packages.push((spec.clone(), folder));
    }
    assert_eq!(packages.len(), COUNT);
    // Otherwise the specs say nothing about how settings are written.
    assert!(
        settings > 2 * COUNT && kinds["credentials"] > COUNT / 2,
        "{kinds:?}"
    );
    let folders: Vec<PathBuf> = packages
        .iter()
        .map(|(_, folder)| folder.path().join("dist"))
        .collect();
    validate_entries(&folders.iter().map(PathBuf::as_path).collect::<Vec<&Path>>());
    let unpacked = TempDir::new().expect("a folder");
    let bundles: Vec<PathBuf> = folders.iter().flat_map(|dist| bundles_in(dist)).collect();
    let starts = bundle_starts(&bundles, unpacked.path(), &json!({}));
    assert_eq!(starts.len(), 3 * COUNT);
    let formulas: Vec<PathBuf> = folders
        .iter()
        .map(|dist| dist.join("pets-mcp.rb"))
        .collect();
    for (formula, (spec, _)) in parse_formulas(&formulas).iter().zip(&packages) {
        assert_eq!(formula["errors"], json!([]), "{}", spec.display());
    }
}
