//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

mod acceleration;
mod against_gcc;
mod checked;
mod gcc_generated;
mod gcc_programs;
mod layout;
mod machine;
mod summary;
mod undefined;
mod undefined_behaviour;
mod values_of_types;
