//! A summary as JSON: which nodes stay, the edges, and the blocks as a table in which the parts of one come before it.
//! Ids are those of [`cairn_ir::json`].

use super::block::Block;
use super::{Summary, SummaryNode};
use cairn_ir::program::Program;
use cairn_ir::step::Step;
use serde_json::{Value, json};

const VERSION: u32 = 1;

/// A summary as one JSON object.
pub fn json(program: &Program, summary: &Summary) -> String {
    let place = |place: &SummaryNode| match place {
        SummaryNode::Error => json!("error"),
        SummaryNode::Node(calls, node) => json!({
            "calls": calls.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "node": node.to_string(),
        }),
    };
    let step = |step: Step| match step {
        Step::Edge(edge) => json!({ "edge": edge.to_string() }),
        Step::Enter(call, _) => json!({ "enter": call.to_string() }),
        Step::Leave(call, _) => json!({ "leave": call.to_string() }),
        Step::Hidden(edge) => json!({ "hidden": edge.to_string() }),
    };
    let blocks =
        (0..summary.blocks().len()).map(cairn_base::id::Id::from_index).map(|id| match summary.blocks().get(id) {
            Block::Nothing => json!([]),
            Block::Step(of) => step(of),
            Block::Sequence(first, second) => json!({ "sequence": [first.to_string(), second.to_string()] }),
            Block::Choice(first, second) => json!({ "choice": [first.to_string(), second.to_string()] }),
        });
    let edges = summary.edges().iter().map(
        |edge| json!({ "source": place(&edge.source), "target": place(&edge.target), "block": edge.block.to_string() }),
    );
    let kept: Vec<String> = summary.kept().map(|node| node.to_string()).collect();
    let mut out = format!("{{\"format\":\"cairn-summary\",\"version\":{VERSION},\"nodes\":{},", program.nodes.len());
    out.push_str(&format!("\"kept\":{},\n", json!(kept)));
    cairn_ir::json::rows(&mut out, "edges", edges.collect::<Vec<Value>>().into_iter());
    out.push_str(",\n");
    cairn_ir::json::rows(&mut out, "blocks", blocks);
    out.push_str("}\n");
    out
}
