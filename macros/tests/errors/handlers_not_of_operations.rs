mod pets {
    pub trait Handlers {}

    pub mod handlers {
        pub trait AddPet {
            fn add_pet(&self);
        }
    }
}

use pets::Handlers;

struct Shop;

#[toolwright_macros::handlers]
impl Shop {
    fn add_pet(&self) {}
}

struct Zoo;

#[toolwright_macros::handlers]
impl Handlers for Zoo {
    fn add_pet(&self) {}
}

struct Farm;

#[toolwright_macros::handlers(pets)]
impl pets::Handlers for Farm {
    const COUNT: usize = 3;

    fn add_pet(&self) {}
}

struct Barn;

#[toolwright_macros::handlers]
impl pets::Handlers for Barn {
    fn add_pets(&self) {}
}

#[toolwright_macros::handlers]
struct Shelter;

fn main() {}
