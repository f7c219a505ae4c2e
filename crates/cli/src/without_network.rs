//! The stand-in for runs over many machines where Cairn is built without the feature `net`: each says so.
//!
//! The options stay on the command line, so that scripts and completions do not depend on how a binary was built.

use crate::exit::InputError;

fn error() -> InputError {
    let advice = crate::missing_parts::advice();
    InputError::new(format!("this cairn was built without the network, which runs over many machines need; {advice}"))
}

/// `cairn verify --distributed`.
pub mod machines {
    use crate::arguments::Connection;
    use crate::exit::InputError;
    use cairn_verify::{Machines, Request};
    use cairn_wire::entry::Query;

    /// There is no network.
    ///
    /// # Errors
    /// Always.
    pub fn begin(_: &str, _: &Connection, _: Option<Query>, _: &Request) -> Result<Machines, InputError> {
        Err(super::error())
    }
}

/// `cairn verify-all --distributed`.
pub mod distribute_tasks {
    use crate::arguments::VerifyAll;
    use crate::exit::InputError;
    use crate::list::ListedTask;
    use crate::table::Table;
    use cairn_base::CancelToken;

    /// There is no network.
    ///
    /// # Errors
    /// Always.
    pub fn run(_: &str, _: &VerifyAll, _: &[ListedTask], _: &mut Table<'_>, _: &CancelToken) -> Result<(), InputError> {
        Err(super::error())
    }
}

/// `cairn check --distributed`.
pub mod distribute_checks {
    use crate::arguments::Connection;
    use crate::exit::InputError;
    use cairn_options::Configuration;
    use cairn_wire::entry::Query;

    pub enum RemoteChecks {}

    impl RemoteChecks {
        /// None are handed out.
        pub const MOST_OPEN: usize = 0;

        /// There is no network.
        ///
        /// # Errors
        /// Always.
        pub fn begin(_: &str, _: &Connection, _: &Configuration) -> Result<Self, InputError> {
            Err(super::error())
        }
        pub fn workers(&self) -> usize {
            match *self {}
        }
        pub fn has_workers(&self) -> bool {
            match *self {}
        }
        /// There is nobody to ask.
        ///
        /// # Errors
        /// None.
        pub fn ask(&self, _: &str, _: Query, _: &dyn Fn() -> bool) -> Result<Option<String>, String> {
            match *self {}
        }
        pub fn listen(&self, _: &dyn Fn() -> bool) {
            match *self {}
        }
    }
}

/// `cairn worker`.
pub mod worker {
    use crate::arguments::WorkerCommand;
    use crate::exit::CommandEnd;

    /// There is no network.
    ///
    /// # Errors
    /// Always.
    pub fn run(_: &WorkerCommand) -> CommandEnd {
        Err(super::error())
    }
}
