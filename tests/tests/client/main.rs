//! Generated code as a client: requests whose responses have types.

mod answers;
mod failures;
mod lenient;
mod shapes;
mod streams;
mod upstream;
