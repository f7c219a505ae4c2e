//! One call of the host: its arguments, one after the other, and the program's memory.
//!
//! Arguments lie in steps of the machine's word, those of `...` behind the named ones: a cursor is all that reading them
//! needs, and a `va_list` is another cursor.

use crate::host_system::Printed;
use crate::host_system::scan::Conversion;
use crate::inputs::Inputs;
use crate::layout::Home;
use crate::object::ObjectKind;
use crate::run::Interpreter;
use crate::undefined::{Fault, Res};
use cairn_ir::eval;
use cairn_ir::types::Scalar;
use cairn_ir::{FloatKind, MachineModel, Value};

/// The longest text that is read without a bound.
const LONGEST: usize = 1 << 28;

pub(crate) struct Call<'a, 'c, 'p> {
    run: &'a mut Interpreter<'c, 'p>,
    inputs: &'a mut dyn Inputs,
    next: u64,
    errno: Option<i32>,
    /// Where the call put bytes first.
    pub written: Option<u64>,
    /// Where the call stored numbers.
    pub stores: Vec<u64>,
    /// Its conversions by a format.
    pub conversions: Vec<Conversion>,
}

/// Something that a hosted run does not do.
pub(crate) fn unsupported<T>(what: impl Into<String>) -> Res<T> {
    Err(Box::new(Fault::Unsupported(what.into())))
}

impl<'a, 'c, 'p> Call<'a, 'c, 'p> {
    pub fn new(run: &'a mut Interpreter<'c, 'p>, inputs: &'a mut dyn Inputs, record: u64) -> Self {
        Self { run, inputs, next: record, errno: None, written: None, stores: Vec::new(), conversions: Vec::new() }
    }

    pub fn model(&self) -> MachineModel {
        self.run.machine.code.program.types.model()
    }

    pub fn word(&self) -> u64 {
        self.model().pointer_bytes()
    }

    /// The next argument, of so many bytes.
    fn argument(&mut self, size: u64) -> Res<u128> {
        let value = self.load(self.next, size as usize)?;
        self.next += size.next_multiple_of(self.word());
        Ok(value)
    }

    pub fn int(&mut self) -> Res<i32> {
        Ok(self.argument(4)? as i32)
    }

    pub fn long_long(&mut self) -> Res<i64> {
        Ok(self.argument(8)? as i64)
    }

    /// A `long`.
    pub fn long(&mut self) -> Res<i64> {
        let bits = self.word() as u32 * 8;
        Ok(Value(self.argument(self.word())?).as_signed(bits) as i64)
    }

    /// A pointer or a `size_t`.
    pub fn size(&mut self) -> Res<u64> {
        Ok(self.argument(self.word())? as u64)
    }

    pub fn double(&mut self) -> Res<f64> {
        Ok(f64::from_bits(self.argument(8)? as u64))
    }

    /// A `long double`: the bits of the x87 format.
    pub fn long_double(&mut self) -> Res<u128> {
        let slot = if self.word() == 8 { 16 } else { 12 };
        let value = self.load(self.next, 10)?;
        self.next += slot;
        Ok(value)
    }

    /// Goes on with the arguments of a `va_list`, which is the next one; x86-64's holds the pointer behind two numbers.
    pub fn follow_list(&mut self) -> Res<()> {
        let list = self.size()?;
        self.next = match self.model().row().list_is_pointer {
            true => list,
            false => self.load(list + 8, 8)? as u64,
        };
        Ok(())
    }

    pub fn load(&mut self, at: u64, size: usize) -> Res<u128> {
        self.run.machine.memory.read(at, size, self.inputs)
    }

    pub fn store(&mut self, at: u64, value: u128, size: usize) -> Res<()> {
        self.stores.push(at);
        self.run.machine.memory.write(at, size, value)
    }

    /// Stores a floating value in a format.
    pub fn store_float(&mut self, at: u64, value: f64, kind: FloatKind) -> Res<()> {
        let to = Scalar::Float(kind);
        let bits = eval::cast(Value(u128::from(value.to_bits())), Scalar::Float(FloatKind::Double), to).value.0;
        self.store(at, bits, to.bits().div_ceil(8) as usize)
    }

    pub fn bytes(&mut self, at: u64, count: u64) -> Res<Vec<u8>> {
        if count == 0 { Ok(Vec::new()) } else { self.run.machine.memory.read_bytes(at, count, self.inputs) }
    }

    pub fn put_bytes(&mut self, at: u64, bytes: &[u8]) -> Res<()> {
        self.written.get_or_insert(at);
        if bytes.is_empty() { Ok(()) } else { self.run.machine.memory.write_bytes(at, bytes) }
    }

    /// Size of the record that the program declares with a tag.
    pub fn record_size(&self, tag: &str) -> Option<u64> {
        let records = &self.run.machine.code.program.types.records;
        records.iter().find(|record| record.tag == tag && record.fields.is_some()).map(|record| record.size)
    }

    /// Offset and size of a member of such a record.
    pub fn member(&self, tag: &str, name: &str) -> Option<(u64, u64)> {
        let types = &self.run.machine.code.program.types;
        let fields = types.records.iter().find(|record| record.tag == tag)?.fields.as_ref()?;
        let field = fields.iter().find(|field| field.name == name)?;
        Some((field.offset, types.size_of(field.ty)?))
    }

    /// The string at an address, or its beginning.
    pub fn text_up_to(&mut self, at: u64, most: usize) -> Res<Vec<u8>> {
        let mut text = Vec::new();
        while text.len() < most {
            match self.load(at + text.len() as u64, 1)? as u8 {
                0 => break,
                byte => text.push(byte),
            }
        }
        Ok(text)
    }

    pub fn text_at(&mut self, at: u64) -> Res<Vec<u8>> {
        self.text_up_to(at, LONGEST)
    }

    pub fn text(&mut self) -> Res<Vec<u8>> {
        let at = self.size()?;
        self.text_at(at)
    }

    /// A new object on the heap that holds a text and its end.
    pub fn new_text(&mut self, text: &[u8]) -> Res<u64> {
        let at = self.run.machine.allocate(text.len() as u64 + 1, false)?;
        self.put_bytes(at, text)?;
        self.store(at + text.len() as u64, 0, 1)?;
        Ok(at)
    }

    /// The same, of memory that is the library's: the program may not free it.
    pub fn new_text_of_library(&mut self, text: &[u8]) -> Res<u64> {
        let at = self.new_text(text)?;
        if let Some(object) = self.run.machine.memory.objects.by_start_mut(at) {
            object.kind = ObjectKind::Alloca;
        }
        Ok(at)
    }

    pub fn reallocate(&mut self, old: u64, size: u64) -> Res<u64> {
        self.run.reallocate(old, size, self.inputs)
    }

    pub fn print(&mut self, to: Printed, bytes: &[u8]) {
        self.inputs.print(to, bytes);
    }

    /// Value of errno after the call.
    pub fn fail<T>(&mut self, number: i32, result: T) -> Res<T> {
        self.errno = Some(number);
        Ok(result)
    }

    fn errno_address(&self) -> Option<u64> {
        let program = self.run.machine.code.program;
        match self.run.machine.code.layout.home(program.outside.errno?) {
            Home::Static(_, address) => Some(address),
            Home::Frame(..) | Home::None => None,
        }
    }

    /// The program's errno; 0 when it never looks at it.
    pub fn errno(&mut self) -> Res<i32> {
        match (self.errno, self.errno_address()) {
            (Some(number), _) => Ok(number),
            (None, Some(at)) => Ok(self.load(at, 4)? as i32),
            (None, None) => Ok(0),
        }
    }

    /// Writes the errno of this call, where the program can look at it.
    pub fn keep_errno(&mut self) -> Res<()> {
        match (self.errno, self.errno_address()) {
            (Some(number), Some(at)) => self.store(at, number as u128 & 0xffff_ffff, 4),
            _ => Ok(()),
        }
    }
}
