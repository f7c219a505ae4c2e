//! Some thousand messages of [`mutated`]; `cargo xtask fuzz-messages` takes longer.

use crate::mutated;

#[test]
fn changed_messages_are_read_or_refused() {
    for (seed, text) in [include_str!("../programs/state_machine_safe.c"), include_str!("../programs/two_loops_safe.c")]
        .iter()
        .enumerate()
    {
        let counts = mutated::run(text, seed as u64, |messages| messages < 20_000);
        assert!(counts.messages > 100 && counts.read > 0 && counts.meant > 0, "{counts:?}");
    }
}
