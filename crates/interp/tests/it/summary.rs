//! The executions of programs follow their summaries (`cairn_transform::summarize`): between two nodes that stay, a run is
//! a path of exactly one block of the summarised automaton.

use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_interp::{Code, Interpreter, InterpreterOptions as RunOptions, RecordedInputs};
use cairn_ir::types::MachineModel;
use cairn_ir::{CallSiteId, Program, Step};
use cairn_transform::Summary;
use cairn_transform::summarize::{Calls, SummaryNode};
use std::path::{Path, PathBuf};

/// Steps of one run.
const STEPS: usize = 3000;

/// How many blocks of edges that fit the places stand for these steps.
fn explanations(
    summary: &Summary,
    from: &(Vec<CallSiteId>, SummaryNode),
    to: &(Vec<CallSiteId>, SummaryNode),
    steps: &[Step],
) -> usize {
    let SummaryNode::Node(_, source) = from.1 else { return 0 };
    let mut found = 0;
    for edge in summary.edges() {
        let (SummaryNode::Node(of, from_node), SummaryNode::Node(more, target)) = (&edge.source, &edge.target) else {
            continue;
        };
        let SummaryNode::Node(_, to_node) = to.1 else { continue };
        if *from_node != source || *target != to_node || !from.0.ends_with(of) {
            continue;
        }
        let below = &from.0[..from.0.len() - of.len()];
        if !below.iter().chain(more).eq(to.0.iter()) {
            continue;
        }
        summary.blocks().paths(
            edge.block,
            |path| steps.starts_with(path),
            |path| {
                found += usize::from(path == steps);
                true
            },
        );
    }
    found
}

/// Follows a run; the number of blocks that it went through.
fn follow(program: &Program, calls: Calls) -> usize {
    let summary = Summary::new(program, calls, |_| false);
    let code = Code::new(program);
    let mut run = Interpreter::new(&code, RunOptions::default());
    let mut inputs = RecordedInputs::default();
    let place = |run: &Interpreter<'_, '_>| {
        (run.calls().map(|(call, _)| call).collect::<Vec<_>>(), SummaryNode::Node(Vec::new(), run.node()))
    };
    let (mut from, mut steps, mut blocks) = (place(&run), Vec::new(), 0);
    for _ in 0..STEPS {
        let Ok(step) = run.step(&mut inputs) else { break };
        steps.push(step);
        if summary.is_kept(run.node()) {
            let to = place(&run);
            assert_eq!(explanations(&summary, &from, &to, &steps), 1, "{from:?} to {to:?} by {steps:?}");
            from = to;
            steps.clear();
            blocks += 1;
        }
    }
    blocks
}

#[test]
fn runs_follow_the_summary() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut sources: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    sources.sort();
    let mut blocks = 0;
    for source in &sources {
        let input = Input { name: source.display().to_string(), text: std::fs::read_to_string(source).unwrap().into() };
        let options = FrontEndOptions::new(MachineModel::Lp64, "main");
        let Ok(program) = compile(&[input], &options) else { continue };
        for calls in [Calls::Inlined, Calls::Borders] {
            blocks += follow(&program, calls);
        }
    }
    assert!(blocks > 1000, "{blocks} blocks");
}
