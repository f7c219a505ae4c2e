//! `cairn completions` and `cairn man`: generated from the description of the command line, so that they cannot differ
//! from it.

use crate::arguments::Arguments;
use crate::console;
use crate::exit::{CommandEnd, Exit, InputError};
use clap::CommandFactory;

/// Prints a completion script.
pub fn completions(shell: clap_complete::Shell) -> CommandEnd {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "cairn", &mut script);
    console::out(&String::from_utf8_lossy(&script));
    Ok(Exit::Done)
}

/// Prints the manual page: the program, then each command.
pub fn man() -> CommandEnd {
    let mut command = Arguments::command();
    command.build();
    let mut page = Vec::new();
    let written = clap_mangen::Man::new(command.clone()).render(&mut page).and_then(|()| {
        for sub in command.get_subcommands() {
            let man = clap_mangen::Man::new(sub.clone());
            let title = format!(".SH \"CAIRN {}\"\n", sub.get_name().to_uppercase());
            page.extend_from_slice(title.as_bytes());
            man.render_synopsis_section(&mut page)?;
            man.render_description_section(&mut page)?;
            man.render_options_section(&mut page)?;
        }
        Ok(())
    });
    written.map_err(|error| InputError::new(format!("cannot write the manual page: {error}")))?;
    console::out(&String::from_utf8_lossy(&page));
    Ok(Exit::Done)
}
