//! Values that are mostly, but not always, valid under a schema.

mod generate;
mod mutate;
mod random;

pub use generate::Generator;
pub use random::Random;
