//! The third phase of a run, preparing: what depends on where objects are in memory becomes any value
//! ([`cairn_pointer_analysis::prepare`]), and the size of the program is counted.
//!
//! Invariant: no engine sees a program that was not prepared. Why behind the checks: these are asked of what the program's text
//! says, and their conditions depend on where objects are, too.

use crate::figures::Figures;
use crate::request::Request;
use cairn_base::Severity;
use cairn_ir::Program;

/// Makes an instrumented program ready for the engines.
pub(crate) fn prepare(program: &mut Program, request: &Request, figures: &mut Figures) {
    let hidden = cairn_pointer_analysis::prepare(program);
    describe(program, request, figures);
    figures.count("Program", "layout-observations", hidden);
}

fn describe(program: &Program, request: &Request, figures: &mut Figures) {
    let heading = "Program";
    figures.count(heading, "source-bytes", request.inputs.iter().map(|input| input.text.len()).sum());
    figures.count(heading, "functions", program.functions.iter().filter(|function| function.body.is_some()).count());
    figures.count(heading, "variables", program.vars.len());
    figures.count(heading, "locations", program.nodes.len());
    figures.count(heading, "edges", program.edges.len());
    figures.count(heading, "loop-heads", program.nodes.iter().filter(|node| node.loop_head).count());
    let warnings = program.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Warning);
    figures.count(heading, "warnings", warnings.count());
}
