//! `cairn cfa`: the control-flow automata of a program, summarised or as they are.

use crate::arguments::{Cfa, CfaFormat, SummaryCalls};
use crate::console;
use crate::exit::{CommandEnd, Exit, InputError};
use crate::inputs;

use cairn_base::choice::OptionValue;
use cairn_options::values::Modules;
use cairn_transform::Summary;
use cairn_transform::summarize::{self, Calls};

pub fn run(arguments: &Cfa) -> CommandEnd {
    let wanted = inputs::select(&arguments.program, arguments.property.as_deref(), &[])?;
    wanted.refuse_termination("cfa")?;
    let program = inputs::compile(&wanted)?;
    if let Some(path) = &arguments.pixel_tree {
        crate::pixels::of(path, cairn_ir::levels(&program))?;
        return Ok(Exit::Done);
    }
    let modules = Modules::parse(&arguments.blocks).map_err(|why| InputError::new(format!("--blocks: {why}")))?;
    if let Some(drawing) = cairn_verify::draw_blocks(&program, &modules).map_err(InputError::new)? {
        if arguments.format != CfaFormat::Dot {
            return Err(InputError::new("blocks are shown with --format dot"));
        }
        console::out(&drawing);
        return Ok(Exit::Done);
    }
    if arguments.format == CfaFormat::Chc {
        if arguments.summarize.is_some() {
            return Err(InputError::new(
                "--summarize has no effect on Horn clauses: leave one of --summarize and --format chc out",
            ));
        }
        console::out(&cairn_verify::horn_clauses(&program, &wanted.property).map_err(InputError::new)?);
        return Ok(Exit::Done);
    }
    if arguments.format == CfaFormat::PostDominators {
        if arguments.summarize.is_some() {
            return Err(InputError::new(
                "post-dominators are of the automata as they are: leave one of --summarize and --format post-dominators out",
            ));
        }
        console::out(&cairn_slice::post_dominator_trees(&program));
        return Ok(Exit::Done);
    }
    let Some(calls) = arguments.summarize else {
        console::out(&match arguments.format {
            CfaFormat::Dot => cairn_ir::dot::dot(&program),
            CfaFormat::Json => cairn_ir::json::json(&program),
            CfaFormat::Text | CfaFormat::Chc | CfaFormat::PostDominators => cairn_ir::print::text(&program),
        });
        return Ok(Exit::Done);
    };
    let specification = cairn_verify::specification(&wanted.property);
    let calls = match calls {
        SummaryCalls::Inlined => Calls::Inlined,
        SummaryCalls::Borders => Calls::Borders,
    };
    let summary = Summary::new(&program, calls, |step| {
        specification.is_violated(specification.next(specification.initial(), step, &program))
    });
    console::out(&match arguments.format {
        CfaFormat::Dot => summarize::dot(&program, &summary),
        CfaFormat::Json => summarize::json(&program, &summary),
        CfaFormat::Text | CfaFormat::Chc | CfaFormat::PostDominators => summarize::text(&program, &summary),
    });
    Ok(Exit::Done)
}
