//! Whole specs, from the file to the model and to what is said of it.

mod hidden_text;
mod hostile;
mod invalid;
mod names;
mod normalize;
#[path = "../../src/shared/path.rs"]
mod path;
mod references;
#[path = "../../src/shared/specs.rs"]
mod specs;
