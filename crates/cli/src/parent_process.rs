//! Parent of a process of Cairn: whether there is one, and whether it has gone. Both ends of it are here, since they agree on the variable that
//! tells.

use crate::{limits, system};
use std::process::Command;

/// Tells the child that it is one, and who its parent is.
const PARENT: &str = "CAIRN_PARENT_PROCESS";
/// Read by the decision diagrams' library, which else reserves a gigabyte for a stack that it hardly uses.
const STACK: (&str, &str) = ("OXIDD_STACK_SIZE", "16777216");

/// Makes a command of this program a child that ends with this process.
pub fn adopt(command: &mut Command) {
    command.env(PARENT, std::process::id().to_string());
    if limits::address_space().is_some() && std::env::var_os(STACK.0).is_none() {
        command.env(STACK.0, STACK.1);
    }
}

pub fn is_child() -> bool {
    std::env::var_os(PARENT).is_some()
}

/// True in a child whose parent has gone.
pub fn is_orphaned() -> bool {
    let parent = std::env::var(PARENT).ok().and_then(|id| id.parse::<u32>().ok());
    parent.zip(system::parent()).is_some_and(|(wanted, found)| wanted != found)
}
