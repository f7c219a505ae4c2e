//! Calls and returns: an explicit stack of frames, values carried between them as bytes.
//!
//! Parameters and results are variables of the callee's frame. The result is read before the frame goes and written to
//! the caller's variable after, as [`cairn_ir::Step::Leave`] says.

use crate::compiled_program::{Content, Run, stored_bytes};
use crate::inputs::Inputs;
use crate::layout::Home;
use crate::machine::Activation;
use crate::run::{Interpreter, RunEnd};
use crate::trace::{Target, WrittenValue};
use crate::undefined::{Fault, Res};
use cairn_base::Span;
use cairn_ir::{CallSiteId, EdgeId, ExprId, FunctionId, PassedValues, Step, Value, VarId};

/// A value on its way between two frames.
struct Bytes {
    bytes: Vec<u8>,
    scalar: bool,
}

impl Bytes {
    fn scalar(&self) -> Option<Value> {
        self.scalar.then(|| Value(self.bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte))))
    }
}

impl Interpreter<'_, '_> {
    pub(crate) fn enter_frame(&mut self, function: FunctionId, call: Option<(CallSiteId, EdgeId)>) -> Res<()> {
        let machine = &mut self.machine;
        if machine.frames.len() >= self.options.depth {
            return Err(Box::new(Fault::OutOfMemory("the depth of calls")));
        }
        machine.memory.check_room()?;
        let stack_end = machine.space.stack_end();
        let frame = machine.code.layout.frame(function);
        let base = machine.space.enter(frame).ok_or_else(|| Box::new(Fault::OutOfMemory("the stack")))?;
        let objects = machine.memory.objects.stack.len() as u32;
        machine.open(function, base);
        machine.frames.push(Activation { function, call, base, objects, stack_end });
        machine.base = base;
        Ok(())
    }

    pub(crate) fn enter(&mut self, call: CallSiteId, edge: EdgeId, inputs: &mut dyn Inputs) -> Res<Step> {
        let program = self.machine.code.program;
        let site = &program.calls[call];
        let Some(callee) = site.callee else {
            return Err(Box::new(Fault::Malformed("a call without callee".to_owned())));
        };
        let function = &program.functions[callee];
        let Some(body) = function.body else { return self.answer(call, callee, edge, inputs) };
        let mut values = Vec::with_capacity(site.args.len());
        for &arg in &site.args {
            values.push(self.argument(arg, inputs)?);
        }
        if self.machine.frames.len() == 1 {
            // What is static has its first value by now.
            self.machine.seal_constants();
        }
        self.enter_frame(callee, Some((call, edge)))?;
        self.record(Step::Enter(call, PassedValues::ALL));
        for (&param, value) in function.params.iter().zip(&values) {
            self.set_variable(param, value)?;
            if self.records {
                let name = program.vars[param].name.clone();
                let (ty, value) = (program.vars[param].ty, value.scalar());
                let pointed = self.machine.points_to(value, ty);
                self.trace.changed(WrittenValue { target: Target::Variable(param), name, ty, value, pointed });
            }
        }
        self.machine.node = body.entry;
        Ok(Step::Enter(call, PassedValues::ALL))
    }

    /// A call that the host answers: one move, over the edge.
    fn answer(&mut self, call: CallSiteId, callee: FunctionId, edge: EdgeId, inputs: &mut dyn Inputs) -> Res<Step> {
        let program = self.machine.code.program;
        let site = &program.calls[call];
        let [record] = site.args[..] else {
            let name = &program.functions[callee].name;
            return Err(Box::new(Fault::Malformed(format!("a call of '{name}', which has no body"))));
        };
        let record = self.machine.unsigned(record, inputs)?;
        let value = self.call_host(callee, record, inputs)?;
        if let Some(var) = site.result {
            let ty = program.vars[var].ty;
            let Some(of) = program.types.scalar(ty) else {
                return Err(Box::new(Fault::Malformed("a hosted call whose result is no scalar".to_owned())));
            };
            let value = Value::truncated(value.0, of.bits());
            let bytes = value.0.to_le_bytes()[..usize::from(stored_bytes(of))].to_vec();
            match self.machine.code.layout.home(var) {
                Home::Static(_, address) => self.machine.memory.write_bytes(address, &bytes)?,
                Home::Frame(..) | Home::None => self.set_variable(var, &Bytes { bytes, scalar: true })?,
            }
            if self.records {
                let name = program.vars[var].name.clone();
                let pointed = self.machine.points_to(Some(value), ty);
                self.trace.changed(WrittenValue {
                    target: Target::Variable(var),
                    name,
                    ty,
                    value: Some(value),
                    pointed,
                });
            }
        }
        Ok(self.moved(edge))
    }

    /// The bytes of an argument.
    fn argument(&mut self, arg: ExprId, inputs: &mut dyn Inputs) -> Res<Bytes> {
        let machine = &mut self.machine;
        match (&machine.code.runs[arg], machine.code.scalar(arg)) {
            (Run::Aggregate(place), _) => {
                let Content::Aggregate { size } = machine.code.spots[*place].content else {
                    return Err(Box::new(Fault::Malformed("an argument without size".to_owned())));
                };
                Ok(Bytes { bytes: machine.load_bytes(*place, size, inputs)?, scalar: false })
            }
            (_, Some(of)) => {
                let value = machine.value(arg, inputs)?;
                let size = usize::from(stored_bytes(of));
                Ok(Bytes { bytes: value.0.to_le_bytes()[..size].to_vec(), scalar: true })
            }
            (_, None) => Err(Box::new(Fault::Malformed("an argument that is no value".to_owned()))),
        }
    }

    /// Writes a variable of the current frame, as far as the bytes reach.
    fn set_variable(&mut self, var: VarId, value: &Bytes) -> Res<()> {
        let Home::Frame(slot, offset) = self.machine.code.layout.home(var) else {
            return Err(Box::new(Fault::Malformed("a parameter or result that is not in its frame".to_owned())));
        };
        let frame = self.machine.frames.last().map(|f| f.function);
        let size = frame.and_then(|f| self.machine.code.layout.frame(f).slots.get(slot as usize)).map_or(0, |s| s.size);
        let count = value.bytes.len().min(size as usize);
        self.machine.memory.write_bytes(self.machine.base + offset, &value.bytes[..count])
    }

    pub(crate) fn leave(&mut self, inputs: &mut dyn Inputs) -> Result<Step, RunEnd> {
        let program = self.machine.code.program;
        let Some(frame) = self.machine.frames.last().cloned() else {
            return Err(RunEnd::Malformed { what: "a return from no function".to_owned(), span: Span::NONE });
        };
        let Some((call, edge)) = frame.call else { return Err(RunEnd::Returned(self.returned)) };
        let span = program.edges[edge].span;
        self.finish_call(&frame, call, inputs).map_err(|fault| self.end_of(*fault, span))?;
        self.machine.node = program.edges[edge].target;
        Ok(Step::Leave(call, PassedValues::ALL))
    }

    fn finish_call(&mut self, frame: &Activation, call: CallSiteId, inputs: &mut dyn Inputs) -> Res<()> {
        let program = self.machine.code.program;
        let wanted = program.calls[call].result;
        let caller_starts = self.machine.frames.len() == 2;
        let result = match program.functions[frame.function].result {
            Some(var) if wanted.is_some() || caller_starts => Some(self.result(var, inputs)?),
            _ => None,
        };
        // The frame and everything above it is gone.
        for object in self.machine.memory.objects.stack.split_off(frame.objects as usize) {
            self.machine.memory.end(object.address, object.size + object.room);
        }
        self.machine.space.leave(frame.stack_end);
        self.machine.frames.pop();
        self.machine.base = self.machine.frames.last().map_or(0, |f| f.base);
        self.record(Step::Leave(call, PassedValues::ALL));
        // What runs after `main` (`atexit`) has no result, and does not hide that of `main`.
        if caller_starts && let Some(value) = result.as_ref().and_then(Bytes::scalar) {
            self.returned = Some(value);
        }
        if let (Some(var), Some(value)) = (wanted, result) {
            if let Home::Static(_, address) = self.machine.code.layout.home(var) {
                self.machine.memory.write_bytes(address, &value.bytes)?;
            } else {
                self.set_variable(var, &value)?;
            }
            if self.records {
                let (ty, name, value) = (program.vars[var].ty, program.vars[var].name.clone(), value.scalar());
                let pointed = self.machine.points_to(value, ty);
                self.trace.changed(WrittenValue { target: Target::Variable(var), name, ty, value, pointed });
            }
        }
        Ok(())
    }

    fn result(&mut self, var: VarId, inputs: &mut dyn Inputs) -> Res<Bytes> {
        let program = self.machine.code.program;
        let ty = program.vars[var].ty;
        let scalar = program.types.scalar(ty);
        let size = scalar.map_or(program.types.size_of(ty).unwrap_or(0), |of| u64::from(stored_bytes(of)));
        let Home::Frame(_, offset) = self.machine.code.layout.home(var) else {
            return Err(Box::new(Fault::Malformed("a result that is not in its frame".to_owned())));
        };
        let bytes = self.machine.memory.read_bytes(self.machine.base + offset, size, inputs)?;
        Ok(Bytes { bytes, scalar: scalar.is_some() })
    }
}
