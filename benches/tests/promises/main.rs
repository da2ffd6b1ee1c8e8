//! What toolwright promises of its cost, and of what a search finds.

mod budget;
mod known_words;
mod provider;
mod restbench;
mod search;
