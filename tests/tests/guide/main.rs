//! README, ARCHITECTURE and the guide show what there is, and their links lead somewhere.

mod blocks;
mod clients;
mod examples;
mod for_models;
mod ignored_tests;
mod links;
mod portability;
mod programs;
mod requests;
mod schemas;
mod selection;
mod settings;
mod snippets;
