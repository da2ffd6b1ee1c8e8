//! README, ARCHITECTURE and the guide show what there is, and their links lead somewhere.

mod blocks;
mod clients;
mod examples;
mod links;
mod portability;
mod programs;
mod requests;
mod selection;
mod settings;
mod snippets;
