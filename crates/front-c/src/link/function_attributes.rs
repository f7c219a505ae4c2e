//! What attributes say of a function as a whole: whether it returns, what it changes, when it runs.

use crate::ast::Attribute;
use crate::lower::Lower;
use cairn_ir::FunctionId;

impl Lower<'_> {
    pub fn function_attributes(&mut self, function: FunctionId, noreturn: bool, attributes: &[&Attribute]) {
        let mut noreturn = noreturn;
        // gcc makes entries in the table of constructors for functions with a body only.
        let is_alias = attributes.iter().any(|attribute| matches!(self.text(attribute.name), "alias" | "weakref"));
        for attribute in attributes {
            match self.text(attribute.name) {
                "constructor" | "destructor" if is_alias => {}
                "noreturn" => noreturn = true,
                "const" | "pure" => drop(self.program.outside.effect_free.insert(function)),
                word @ ("constructor" | "destructor") => {
                    let ends = word == "destructor";
                    let priority = attribute.args.first().and_then(|arg| self.constant_int(arg).ok());
                    let entry = (priority.unwrap_or(65535), function);
                    let list = if ends { &mut self.destructors } else { &mut self.constructors };
                    list.retain(|(_, known)| *known != function);
                    list.push(entry);
                }
                _ => {}
            }
            if let Some(what) = self.refusal(attribute) {
                self.refused_functions.insert(function, what);
            }
        }
        if noreturn {
            self.noreturn.insert(function);
            self.program.outside.noreturn.insert(function);
        }
    }
}
