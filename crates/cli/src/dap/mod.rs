//! `cairn dap`: a debug adapter, so that a debugger plays the execution of a violation, forward and backward.
//!
//! The idea: an execution is determined by its inputs, so a step back is a run from a copy that was kept before it. Parts: the protocol
//! ([`wire`], [`client`]), what the user asks for ([`launch`]), the thread of the check ([`search`]), where an execution can stop
//! ([`stops`]), the run that is moved ([`player`]), what is seen of its memory ([`values`], [`scopes`], [`expressions`]), breakpoints
//! ([`breakpoints`]), and the loop over what the client says ([`session`], [`playing`]).
//!
//! Invariant: what is shown is what the interpreter holds after exactly so many steps of the execution that the check tells of. Why not a real
//! debugger with the inputs in a real process: it has no step back, and what is undefined has no value in it.

mod breakpoints;
mod client;
mod expressions;
mod launch;
mod player;
mod playing;
mod scopes;
mod search;
mod session;
mod stops;
mod values;
mod wire;

use crate::arguments::Dap;
use crate::exit::{CommandEnd, Exit};

/// Serves the client on the standard input and output until it says that it is done.
pub fn run(_: &Dap) -> CommandEnd {
    let (client, messages) = client::Client::of_stdio()?;
    let mut session = session::DebugSession::new(client, messages);
    while let Some(found) = session.until_found() {
        playing::play(&mut session, &found);
    }
    Ok(Exit::Done)
}
