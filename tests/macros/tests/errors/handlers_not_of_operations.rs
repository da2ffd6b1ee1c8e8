mod pets {
    pub trait Handlers {}

    pub mod handlers {
        pub trait AddPet {
            fn add_pet(&self, request: (), call: &());
        }
    }
}

use pets::Handlers;

struct Shop;

#[toolwright::handlers]
impl Shop {
    fn add_pet(&self, _: (), _: &()) {}
}

struct Zoo;

#[toolwright::handlers]
impl Handlers for Zoo {
    fn add_pet(&self, _: (), _: &()) {}
}

struct Farm;

#[toolwright::handlers(pets)]
impl pets::Handlers for Farm {
    const COUNT: usize = 3;

    fn add_pet(&self, _: (), _: &()) {}
}

struct Barn;

#[toolwright::handlers]
impl pets::Handlers for Barn {
    fn add_pets(&self, _: (), _: &()) {}

    fn helper(&self) {}
}

struct Ranch;

#[toolwright::handlers]
impl pets::handlers::AddPet for Ranch {
    fn add_pet(&self, _: (), _: &()) {}
}

#[toolwright::handlers]
struct Shelter;

fn main() {}
