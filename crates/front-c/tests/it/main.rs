//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

mod bench_compile;
mod gcc_truth;
mod headers;
mod mutations;
mod parse_bench;
mod parse_compile_limits;
mod parse_data;
mod parse_limits;
mod parse_roundtrip;
mod parse_speed;
mod printer;
