//! `cairn slice` and `cairn dependence-graph`: what an operation of a program depends on, and what everything does.

use crate::arguments::{DependenceGraph, GraphFormat, Slice, SliceFormat};
use crate::console;
use crate::exit::{Ended, Exit, InputError};
use crate::inputs;
use crate::sliced_text;
use cairn_ir::Program;
use cairn_slice::{Criterion, Dependences, apply, render};
use std::sync::Arc;

/// Prints the slice of a program.
pub fn run(arguments: &Slice) -> Ended {
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
    if arguments.format == SliceFormat::C {
        let [text] = &texts[..] else {
            return Err(InputError::new("a slice as C is made of one file".to_owned()));
        };
        if inputs::is_translated(text) {
            return Err(InputError::new("a slice as C is made of a program in C".to_owned()));
        }
        let entry = &wanted.configuration.entry;
        let (text, slice) = sliced_text::of(text, entry, &mut dependences, &criterion)
            .map_err(|error| InputError::at(&error.diagnostics, &error.sources))?;
        console::out(&text);
        return Ok(said(&program, &slice));
    }
    let slice = cairn_slice::Slice::new(&mut dependences, &criterion);
    console::out(&match arguments.format {
        SliceFormat::C => String::new(),
        SliceFormat::Source => render::source(&program, &slice, &criterion),
        SliceFormat::Cfa => cairn_ir::print::text(&apply(&program, &slice)),
        SliceFormat::Dot => render::dot(&program, &render::graph(&mut dependences, Some(&slice))),
        SliceFormat::Json => render::json(&program, &render::graph(&mut dependences, Some(&slice))),
    });
    Ok(said(&program, &slice))
}

/// Says how much is left.
fn said(program: &Program, slice: &cairn_slice::Slice) -> Exit {
    let (all, kept) = (program.edges.len(), slice.edges().count());
    console::err(&format!("{kept} of {all} operations are in the slice\n"));
    Exit::Done
}

/// Prints the dependence graph of a program.
pub fn graph(arguments: &DependenceGraph) -> Ended {
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
