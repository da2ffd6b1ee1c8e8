//! Compiles every spec of `specs/`, so that what the snapshots show is also what rustc accepts.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use toolwright_codegen::model::Api;
use toolwright_codegen::schema::make_example;
use toolwright_codegen::{Builder, write_if_changed};

#[path = "src/settings.rs"]
mod settings;

const PETSTORE: &str = "../generated/petstore/petstore.yaml";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=specs");
    let out = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?;
    let out = Path::new(&out);
    let mut specs: Vec<_> = fs::read_dir("specs")?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    specs.sort();
    let (mut modules, mut apis, mut typed) = (String::new(), String::new(), String::new());
    for spec in specs {
        let name = spec
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let compiled = settings::builder(&spec).compile()?;
        compiled.code().write(&out.join(format!("{name}.rs")))?;
        typed.push_str(&calls(&name, compiled.api()));
        writeln!(
            modules,
            "#[allow(missing_docs)]\npub mod {name} {{ toolwright::include_tools!(\"{name}\"); }}"
        )?;
        let api = served(&name, compiled.api());
        writeln!(apis, "    {api},")?;
    }
    writeln!(
        modules,
        "/// All of them, in the order of their names.\npub static ALL: &[&toolwright::Api] = &[\n{apis}];"
    )?;
    println!("cargo::rerun-if-changed={PETSTORE}");
    let petstore = Builder::new(PETSTORE).responses(true).compile()?;
    petstore.code().write(&out.join("petstore.rs"))?;
    writeln!(
        modules,
        "#[allow(missing_docs)]\npub mod petstore {{ toolwright::include_tools!(\"petstore\"); }}"
    )?;
    typed.push_str(&calls("petstore", petstore.api()));
    writeln!(
        modules,
        "/// Every operation whose response has a type.\n\
         pub static TYPED: &[crate::typed::Typed] = &[\n{typed}];"
    )?;
    write_if_changed(&out.join("all.rs"), &modules)?;
    Ok(())
}

/// The `&'static Api` of a module.
fn served(module: &str, api: &Api) -> String {
    match api.manual().next() {
        None => format!("&{module}::API"),
        Some(_) => format!("{module}::API.api()"),
    }
}

/// Calls of the operations that have typed responses, with example arguments.
fn calls(module: &str, api: &Api) -> String {
    let typed = api.operations.iter().filter(|it| it.response.is_some());
    let api_of = served(module, api);
    let call = |operation: &toolwright_codegen::model::Operation| {
        let request = &operation.request;
        let mut arguments = make_example(operation.checked(), &api.definitions);
        // What is about the result is not part of the request.
        if let (Some(name), Some(all)) =
            (&operation.call.accept_argument, arguments.as_object_mut())
        {
            all.shift_remove(name);
        }
        let arguments = arguments.to_string();
        format!(
            "    crate::typed::Typed::of::<{module}::{request}>(\"{module}\", {api_of}, {arguments:?}),\n"
        )
    };
    typed.map(call).collect()
}
