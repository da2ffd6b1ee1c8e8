use super::{Block, Page};

/// The commands that pages show after `$ `, as words, each with the place of its block: those of a
/// pipeline one by one, without comments, and without where output goes.
///
/// # Panics
///
/// When a line is no shell.
pub fn commands() -> Vec<(String, Vec<String>)> {
    let blocks = Page::all().into_iter().flat_map(|page| page.blocks());
    let blocks = blocks.filter(|block| block.language == "console");
    blocks.flat_map(|block| of(&block)).collect()
}

fn of(block: &Block) -> Vec<(String, Vec<String>)> {
    let mut commands = Vec::new();
    for line in lines(&block.text) {
        let words = shlex::split(&line);
        let words = words.unwrap_or_else(|| panic!("{}: no shell: {line}", block.place));
        let ends = |word: &String| matches!(word.as_str(), "|" | "&&");
        for command in words.split(ends) {
            let until = command.iter().position(|word| word == ">");
            let command = &command[..until.unwrap_or(command.len())];
            let is_variable = |word: &&String| word.split('=').next().is_some_and(is_name);
            let skipped = command.iter().take_while(is_variable).count();
            commands.push((block.place.clone(), command[skipped..].to_vec()));
        }
    }
    commands
}

fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_uppercase() || c == '_')
}

/// The lines behind a prompt, each with those that it goes on in.
fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        match (line.strip_prefix("$ "), lines.last_mut()) {
            (Some(start), _) => lines.push(start.to_owned()),
            (None, Some(last)) if goes_on => {
                last.push('\n');
                last.push_str(line);
            }
            _ => continue,
        }
        // A quote may go on over several lines, and a backslash says so.
        goes_on =
            line.ends_with('\\') || lines.last().is_some_and(|all| shlex::split(all).is_none());
    }
    lines
}
