//! A few seconds of [`mutated`]; `cargo xtask fuzz-messages` takes longer.

#[path = "../../domains/tests/common/mod.rs"]
mod common;
mod mutated;

#[test]
fn changed_messages_are_read_or_refused() {
    for (seed, text) in
        [include_str!("programs/state_machine_safe.c"), include_str!("programs/two_loops_safe.c")].iter().enumerate()
    {
        let counts = mutated::run(text, seed as u64, std::time::Duration::from_secs(1));
        assert!(counts.messages > 100 && counts.read > 0 && counts.meant > 0, "{counts:?}");
    }
}
