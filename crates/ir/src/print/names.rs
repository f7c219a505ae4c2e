//! Names that are unique in their frame: of two variables that would read the same, the second gets `#2`.

use crate::ids::VarId;
use crate::program::Program;
use cairn_base::FastMap;
use cairn_base::id::IdVec;

/// A unique name for every variable; `#` occurs in no C identifier, so made-up names never meet real ones.
#[derive(Clone, Debug)]
pub struct VariableNames(IdVec<VarId, String>);

impl VariableNames {
    /// Names for the variables of a program, in the order of their ids; statics first, since they show in all frames.
    pub fn new(program: &Program) -> Self {
        let mut names: IdVec<VarId, String> = program.vars.iter().map(|_| String::new()).collect();
        let mut statics: FastMap<&str, usize> = FastMap::default();
        let mut locals: FastMap<(crate::FunctionId, &str), usize> = FastMap::default();
        let is_static = |id: VarId| program.vars[id].frame().is_none();
        let order = program.vars.ids().filter(|v| is_static(*v)).chain(program.vars.ids().filter(|v| !is_static(*v)));
        for id in order {
            let var = &program.vars[id];
            let base = if var.name.is_empty() { "unnamed" } else { var.name.as_str() };
            let count = match var.frame() {
                None => statics.entry(base).or_default(),
                Some(function) => {
                    let before = statics.get(base).copied().unwrap_or(0);
                    locals.entry((function, base)).or_insert(before)
                }
            };
            *count += 1;
            names[id] = if *count == 1 { base.to_string() } else { format!("{base}#{count}") };
        }
        Self(names)
    }
    /// The name of a variable.
    pub fn of(&self, var: VarId) -> &str {
        &self.0[var]
    }
}
