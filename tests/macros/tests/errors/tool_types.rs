struct Pet;

#[derive(toolwright_macros::ToolServer)]
#[tools(methods(restock, find, sell))]
struct Shop;

impl Shop {
    /// Restocks.
    #[toolwright_macros::tool]
    fn restock(&self, _pet: Pet) -> String {
        String::new()
    }

    /// Finds.
    #[toolwright_macros::tool]
    fn find(&self, _name: String) -> Pet {
        Pet
    }

    /// Sells.
    #[toolwright_macros::tool(output_schema)]
    async fn sell(&self, pet: Pet, _count: u8) -> Result<Pet, String> {
        Ok(pet)
    }
}

fn main() {}
