//! The REST bridge, from outside.

mod access;
mod calls;
mod client;
mod described_tools;
mod served_files;
mod validation;
