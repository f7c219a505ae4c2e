//! `cairn slice` and `cairn dependence-graph`: what an operation of a program depends on, and what everything does.

use crate::arguments::{DependenceGraph, GraphFormat, SliceCommand, SliceFormat};
use crate::console;
use crate::exit::{CommandEnd, Exit, InputError};
use crate::inputs;
use crate::sliced_text;
use cairn_front_c::Input;
use cairn_ir::Program;
use cairn_slice::{Criterion, Dependences, apply, render};
use std::sync::Arc;

/// Prints the slice of a program.
pub fn run(arguments: &SliceCommand) -> CommandEnd {
    let wanted = inputs::wanted(&arguments.program, None, &[])?;
    let texts = inputs::read(&wanted)?;
    let program = inputs::compiled(&wanted, &texts)?;
    let criterion = match (arguments.line, &arguments.calls) {
        (Some(line), _) => Criterion::line(&program, line),
        (None, Some(function)) => Criterion::calls(&program, [function.as_str()]),
        (None, None) => Criterion::calls(&program, wanted.property.functions.iter().map(String::as_str)),
    };
    let criterion = criterion.map_err(|why| InputError::new(why.to_string()))?;
    let program = Arc::new(program);
    let mut dependences = Dependences::new(&program);
    let sliced = |dependences: &mut Dependences| cairn_slice::Slice::new(dependences, &criterion);
    let mut drawn = |draw: fn(&Program, &render::DependenceMap) -> String| {
        let slice = sliced(&mut dependences);
        (draw(&program, &render::graph(&mut dependences, Some(&slice))), slice)
    };
    let (text, slice) = match arguments.format {
        SliceFormat::Dot => drawn(render::dot),
        SliceFormat::Json => drawn(render::json),
        SliceFormat::C => in_c(&texts, &wanted.configuration.entry, &mut dependences, &criterion)?,
        SliceFormat::Source => {
            let slice = sliced(&mut dependences);
            (render::source(&program, &slice, &criterion), slice)
        }
        SliceFormat::Cfa => {
            let slice = sliced(&mut dependences);
            (cairn_ir::print::text(&apply(&program, &slice)), slice)
        }
    };
    console::out(&text);
    let (all, kept) = (program.edges.len(), slice.edges().count());
    console::err(&format!("{kept} of {all} operations are in the slice\n"));
    Ok(Exit::Done)
}

/// The slice as C, where the program is one text in C.
fn in_c(
    texts: &[Input],
    entry: &str,
    dependences: &mut Dependences,
    criterion: &Criterion,
) -> Result<(String, cairn_slice::Slice), InputError> {
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
    let program = inputs::compile(&inputs::wanted(&arguments.program, None, &[])?)?;
    let program = Arc::new(program);
    let graph = render::graph(&mut Dependences::new(&program), None);
    if let Some(path) = &arguments.pixel_tree {
        crate::pixels::of(path, render::levels(&graph))?;
        return Ok(Exit::Done);
    }
    console::out(&match arguments.format {
        GraphFormat::Dot => render::dot(&program, &graph),
        GraphFormat::Json => render::json(&program, &graph),
    });
    Ok(Exit::Done)
}
