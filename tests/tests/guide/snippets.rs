//! What the guide shows of code that is in no example.

#![allow(dead_code, reason = "that it compiles is the test")]

mod all_settings {
    use std::path::PathBuf;

    use toolwright_codegen::model::StatedHints;
    use toolwright_codegen::{BuildError, Builder, Client, SchemaFormat};

    fn main() -> Result<(), BuildError> {
        Builder::new("shop.yaml")
            .name("shop")
            .prefix("pets")
            .ref_dir("refs")
            .ref_root("..")
            .overlay("tools.yaml")
            .include("list*")
            .exclude("admin*")
            .include_tag("pets")
            .exclude_tag("internal")
            .include_path("/pets/**")
            .exclude_path("/admin/**")
            .method("get")
            .manual("placeOrder")
            .read_only(true)
            .rename("listPets", "pets")
            .retitle("listPets", "All pets")
            .describe("listPets", "All pets in the shop.")
            .hint("searchPets", StatedHints::READ_ONLY)
            .default_value("listPets", "limit", 20)
            .from_environment("*", "tenant", "PETS_TENANT")
            .fix("*", "tenant", "acme")
            .hide("listPets", "debug")
            .from_operation("getPet", "petId", "listPets")
            .allow_env("TENANT")
            .output_schemas(true)
            .responses(true)
            .field_selection(true)
            .optional_bodies(true)
            .describe_needs(true)
            .share_descriptions(true)
            .assert_formats(true)
            .discovery(true)
            .discovery_prefix("shop")
            .discovery_format(SchemaFormat::Full)
            .builtin_upstream(false)
            .derives(["Clone", "Debug"])
            .client(Client::Gemini)
            .max_description(2_000)
            .bridge(true)
            .history("history")
            .schema_depth(3)
            .max_tokens(20_000)
            .strict(true)
            .locked(true)
            .out_dir(PathBuf::from("src"))
            .build()
    }
}

mod from_config {
    fn main() -> Result<(), toolwright_codegen::BuildError> {
        toolwright_codegen::Config::load("toolwright.toml")?.build()
    }
}

mod some_settings {
    use toolwright_codegen::{BuildError, Builder, Client};

    fn main() -> Result<(), BuildError> {
        Builder::new("shop.yaml")
            .include_tag("pets")
            .client(Client::Gemini)
            .strict(true)
            .build()
    }
}

mod several_sources {
    use std::process::ExitCode;
    use std::sync::Arc;

    use toolwright::OwnTool;
    use toolwright_tests::compiled::{handlers as shop, minimal as news};

    fn run<S: Send + Sync>(
        handlers: impl shop::Handlers,
        state: Arc<S>,
        own: &'static [OwnTool<S>],
    ) -> ExitCode {
        toolwright::run(shop::tools(handlers).and(&news::API).and_own(state, own))
    }
}

mod requests_with_defaults {
    use toolwright_tests::compiled::derived_defaults as pets;

    fn wanted() -> (pets::ListPets, pets::types::Pet) {
        let wanted = pets::ListPets {
            shop: "north".to_owned(),
            ..Default::default()
        };
        (wanted, pets::types::Pet::default())
    }
}

mod handlers_in_several_files {
    use toolwright::{Call, File, ToolError};
    use toolwright_tests::compiled::handlers as shop;

    struct Desk;

    impl Desk {
        async fn release(&self, pet: &str) -> Result<(), ToolError> {
            Err(ToolError::not_found(format!("a pet {pet}")))
        }
    }

    impl shop::handlers::ReleasePet for Desk {
        async fn release_pet(
            &self,
            request: shop::ReleasePet,
            _: &Call<'_>,
        ) -> Result<(), ToolError> {
            self.release(&request.pet_id).await
        }
    }

    #[toolwright::handlers]
    impl shop::Handlers for Desk {
        async fn photo(&self, _: shop::Photo, _: &Call<'_>) -> Result<File, ToolError> {
            Ok(File::default())
        }

        async fn place_order(
            &self,
            _: shop::PlaceOrder,
            _: &Call<'_>,
        ) -> Result<shop::types::Order, ToolError> {
            Err(ToolError::unavailable("orders"))
        }

        async fn order_status(
            &self,
            _: shop::OrderStatus,
            _: &Call<'_>,
        ) -> Result<String, ToolError> {
            Ok("on its way".to_owned())
        }
    }

    fn tools() -> toolwright::Tools {
        shop::tools(Desk)
    }
}

mod inspection {
    use std::error::Error;
    use std::time::Duration;

    use serde_json::json;
    use tokio::process::{ChildStdin, ChildStdout};
    use toolwright::inspection::SchemaRegistry;
    use toolwright::rmcp::ServiceExt as _;
    use toolwright_tests::compiled::minimal as shop;

    fn own() -> Result<(), Box<dyn Error>> {
        let tool = shop::API.inspect("list_pets")?;
        println!("{}", tool.format_for_llm());
        for fault in tool.validate_arguments(&json!({"limit": true})) {
            println!("{fault}");
        }
        Ok(())
    }

    async fn of_others(streams: (ChildStdout, ChildStdin)) -> Result<(), Box<dyn Error>> {
        let client = ().serve(streams).await?;
        let registry = SchemaRegistry::builder()
            .server("files", client)
            .schema_ttl_of("read_file", Duration::from_secs(60))
            .build();
        let tool = registry.get_schema("read_file").await?;
        println!("{}", tool.format_compact());
        for tool in registry.get_schemas(["read_file", "write_file"]).await? {
            println!("{}", tool.format_for_llm());
        }
        Ok(())
    }
}

mod discovery {
    use std::process::ExitCode;

    use toolwright::Tools;
    use toolwright::discovery::Mode;
    use toolwright_tests::compiled::minimal as shop;

    fn main() -> ExitCode {
        let tools = Tools::from_api(&shop::API);
        toolwright::run(tools.listed_as(Mode::Both).discovery_prefix("shop"))
    }
}

mod asking {
    use toolwright::rmcp::model::{ElicitationAction, ElicitationSchema};
    use toolwright::{Call, Json, ToolError};

    async fn release(pet: &str, call: &Call<'_>) -> Result<String, ToolError> {
        let form = ElicitationSchema::builder()
            .required_bool("sure")
            .build_unchecked();
        let question = format!("Release {pet}?");
        let response = call.elicit("confirm", question, form).await?;
        let content = Json::from(response.content);
        match response.action {
            ElicitationAction::Accept if content["sure"] == true => Ok(format!("{pet} is free.")),
            _ => Ok(format!("{pet} stays.")),
        }
    }
}
