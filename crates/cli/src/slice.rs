//! `cairn slice` and `cairn dependence-graph`: what an operation of a program depends on, and what everything does.

use crate::arguments::{DependenceGraph, GraphFormat, SliceCommand, SliceFormat};
use crate::console;
use crate::exit::{CommandEnd, Exit, InputError};
use crate::inputs;
use crate::sliced_text;
use cairn_front_c::Input;
use cairn_ir::Program;
use cairn_slice::{Criterion, Dependences, Slice, apply, render};
use cairn_task::Property;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

/// Prints the slice of a program.
pub fn run(arguments: &SliceCommand) -> CommandEnd {
    let wanted = inputs::select(&arguments.program, arguments.property.as_deref(), &[])?;
    wanted.refuse_termination("slice")?;
    let texts = inputs::read(&wanted)?;
    let program = inputs::compiled(&wanted, &texts)?;
    let criterion = match (arguments.line, &arguments.calls) {
        (Some(line), _) => Criterion::line(&program, line).map_err(|why| InputError::new(why.to_string()))?,
        (None, Some(function)) => {
            Criterion::calls(&program, [function.as_str()]).map_err(|why| InputError::new(why.to_string()))?
        }
        (None, None) => of_property(&program, &wanted.property, texts.iter().any(inputs::is_translated))?,
    };
    let program = Arc::new(program);
    let started = Instant::now();
    let mut dependences = Dependences::new(&program);
    let cells = dependences.cell_names();
    let (text, slice) = match arguments.format {
        SliceFormat::C => in_c(&texts, &wanted.configuration.entry, &mut dependences, &criterion)?,
        _ => (String::new(), Slice::new(&mut dependences, &criterion)),
    };
    let seconds = started.elapsed().as_secs_f64();
    let text = match arguments.format {
        SliceFormat::C => text,
        SliceFormat::Dot => render::dot(&program, &cells, &render::graph(&mut dependences, Some(&slice)), None),
        SliceFormat::WholeDot => render::dot(&program, &cells, &render::graph(&mut dependences, None), Some(&slice)),
        SliceFormat::Json => render::json(&program, &cells, &render::graph(&mut dependences, Some(&slice))),
        SliceFormat::Source => {
            let is_users = |span| cairn_verify::is_users(&program, span);
            // Of a text that was preprocessed elsewhere its author's file need not be here.
            let text_of = |file: &str| std::fs::read_to_string(file).ok();
            render::source(&program, &slice, &criterion, &is_users, &text_of)
        }
        SliceFormat::Cfa => cairn_ir::print::text(&apply(&program, &slice)),
    };
    console::out(&text);
    console::err(&figures(&program, &mut dependences, &slice, seconds));
    Ok(Exit::Done)
}

/// All operations that violate a property where control passes them.
fn of_property(program: &Program, property: &Property, is_translated: bool) -> Result<Criterion, InputError> {
    let edges = cairn_verify::specification(property).targets(program);
    if edges.is_empty() {
        let why = match property.checks.is_empty() {
            true => "no call and no label that the property is about",
            false => "no call, no label and no check that the property is about, or each check holds at first sight",
        };
        let labels = match is_translated && !property.labels.is_empty() {
            true => " (labels are not in bitcode that has no debug information or was optimised)",
            false => "",
        };
        return Err(InputError::new(format!("the program has {why}{labels}; name a criterion by --line or --calls")));
    }
    Ok(Criterion::edges(program, edges))
}

/// How large a slice is, and how long it took.
fn figures(program: &Program, dependences: &mut Dependences, slice: &Slice, seconds: f64) -> String {
    let (all, kept) = (program.edges.len(), slice.edges().count());
    let graph = render::graph(dependences, Some(slice));
    let edges: usize = graph.iter().map(|(_, dependences)| dependences.len()).sum();
    let mut variables = BTreeSet::new();
    for edge in slice.edges() {
        let mut roots = Vec::new();
        program.edges[edge].op.roots(&program.calls, &mut roots);
        variables.extend(program.exprs.variables_in(roots));
    }
    format!(
        "{kept} of {all} operations are in the slice, with {} of {} variables; {} vertices, {edges} dependences, {seconds:.3} s\n",
        variables.len(),
        program.vars.len(),
        graph.len()
    )
}

/// The slice as C, where the program is one text in C.
fn in_c(
    texts: &[Input],
    entry: &str,
    dependences: &mut Dependences,
    criterion: &Criterion,
) -> Result<(String, Slice), InputError> {
    let [text] = texts else {
        return Err(InputError::new("a slice as C is made of one file".to_owned()));
    };
    if inputs::is_translated(text) {
        return Err(InputError::new("a slice as C is made of a program in C".to_owned()));
    }
    let sliced = sliced_text::of(text, entry, dependences, criterion);
    sliced.map_err(|error| InputError::at(&error.diagnostics, &error.sources))
}

/// Prints the dependence graph of a program.
pub fn graph(arguments: &DependenceGraph) -> CommandEnd {
    let program = inputs::compile(&inputs::select(&arguments.program, None, &[])?)?;
    let program = Arc::new(program);
    let mut dependences = Dependences::new(&program);
    let cells = dependences.cell_names();
    let graph = render::graph(&mut dependences, None);
    if let Some(path) = &arguments.pixel_tree {
        crate::pixels::of(path, render::levels(&graph))?;
        return Ok(Exit::Done);
    }
    console::out(&match arguments.format {
        GraphFormat::Dot => render::dot(&program, &cells, &graph, None),
        GraphFormat::Json => render::json(&program, &cells, &graph),
    });
    Ok(Exit::Done)
}
