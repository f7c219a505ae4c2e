//! The machines that programs are for: one row a machine, and what a compiler's flags change of it.

use crate::types::{FloatKind, IntKind};
use cairn_base::choice::OptionValue;

cairn_base::choice! {
    /// A row of [`TABLE`].
    pub enum Machine {
        /// i386 Linux.
        Ilp32 = "ILP32",
        /// x86-64 Linux.
        Lp64 = "LP64",
        /// A bare ARM of 32 bits, as `arm-none-eabi-gcc` has it.
        Arm32 = "ARM32",
    }
}

/// Layout of C's types by a machine's compiler. Bytes have 8 bits and the lowest comes first.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Whose row it is.
    pub machine: Machine,
    /// Width of a pointer and of `long`, in bits.
    pub pointer_bits: u32,
    /// `size_t`.
    pub size_t: IntKind,
    /// `ptrdiff_t`.
    pub ptrdiff_t: IntKind,
    /// `wchar_t`.
    pub wchar: IntKind,
    /// `char32_t`.
    pub char32: IntKind,
    /// Whether plain `char` has negative values.
    pub char_is_signed: bool,
    /// Whether an enumeration has the smallest type that holds its constants.
    pub short_enums: bool,
    /// Alignment of a `long long` or `double` that is a member of a record.
    pub member_of_8: u64,
    /// The format of `long double`.
    pub long_double: FloatKind,
    /// Size and alignment of `long double`.
    pub long_double_layout: (u64, u64),
    /// Alignment of `aligned` without a number.
    pub most_aligned: u64,
    /// Whether a bit-field without a name aligns its record as one with a name does.
    pub unnamed_fields_align: bool,
    /// Whether `va_list` is a pointer; else it is an array of the record that x86-64 has.
    pub list_is_pointer: bool,
    /// Variadic arguments take a multiple of so many bytes.
    pub argument_step: u64,
}

const ILP32: Row = Row {
    machine: Machine::Ilp32,
    pointer_bits: 32,
    size_t: IntKind::UInt,
    ptrdiff_t: IntKind::Int,
    wchar: IntKind::Long,
    char32: IntKind::UInt,
    char_is_signed: true,
    short_enums: false,
    member_of_8: 4,
    long_double: FloatKind::LongDouble,
    long_double_layout: (12, 4),
    most_aligned: 16,
    unnamed_fields_align: false,
    list_is_pointer: true,
    argument_step: 4,
};

/// All machines, in the order of [`Machine`].
pub const TABLE: [Row; 3] = [
    ILP32,
    Row {
        machine: Machine::Lp64,
        pointer_bits: 64,
        size_t: IntKind::ULong,
        ptrdiff_t: IntKind::Long,
        wchar: IntKind::Int,
        member_of_8: 8,
        long_double_layout: (16, 16),
        list_is_pointer: false,
        argument_step: 8,
        ..ILP32
    },
    Row {
        machine: Machine::Arm32,
        wchar: IntKind::UInt,
        char32: IntKind::ULong,
        char_is_signed: false,
        short_enums: true,
        member_of_8: 8,
        long_double: FloatKind::Double,
        long_double_layout: (8, 8),
        most_aligned: 8,
        unnamed_fields_align: true,
        // A double is aligned wherever it stands among the arguments.
        argument_step: 8,
        ..ILP32
    },
];

/// A machine, with what flags of a compiler change of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MachineModel {
    machine: Machine,
    char_is_signed: bool,
    short_enums: bool,
    short_wchar: bool,
}

/// Words behind the machine's name, each the flag of a compiler without `-f`, and what each sets.
type Change = (&'static str, fn(&mut MachineModel));
const CHANGES: [Change; 6] = [
    ("unsigned-char", |model| model.char_is_signed = false),
    ("signed-char", |model| model.char_is_signed = true),
    ("short-enums", |model| model.short_enums = true),
    ("no-short-enums", |model| model.short_enums = false),
    ("short-wchar", |model| model.short_wchar = true),
    ("no-short-wchar", |model| model.short_wchar = false),
];

#[allow(non_upper_case_globals)]
impl MachineModel {
    /// i386 Linux: `int`, `long` and pointers of 32 bits; `long long` and `double` aligned to 4 bytes in records.
    pub const Ilp32: Self = Self::new(Machine::Ilp32);
    /// x86-64 Linux: `int` of 32 bits, `long` and pointers of 64 bits.
    pub const Lp64: Self = Self::new(Machine::Lp64);
    /// A bare ARM of 32 bits: plain `char` is unsigned, enumerations are short, `long double` is `double`.
    pub const Arm32: Self = Self::new(Machine::Arm32);

    /// A machine as its row has it.
    pub const fn new(machine: Machine) -> Self {
        let row = TABLE[machine as usize];
        Self { machine, char_is_signed: row.char_is_signed, short_enums: row.short_enums, short_wchar: false }
    }
    /// Row without flags.
    pub const fn row(self) -> &'static Row {
        &TABLE[self.machine as usize]
    }
    /// The machine without the flags.
    pub const fn machine(self) -> Machine {
        self.machine
    }
    /// The model with a flag of a compiler; `None` when it is no such flag.
    pub fn changed(mut self, flag: &str) -> Option<Self> {
        let flag = flag.strip_prefix("-f")?;
        let flag = match flag {
            "no-unsigned-char" => "signed-char",
            "no-signed-char" => "unsigned-char",
            flag => flag,
        };
        let (_, change) = CHANGES.iter().find(|(name, _)| *name == flag)?;
        change(&mut self);
        Some(self)
    }
    /// The flags of a compiler for the machine that make it this model.
    pub fn flags(self) -> Vec<String> {
        let plain = Self::new(self.machine);
        let is_needed = |change: fn(&mut Self)| {
            let (mut of_plain, mut of_this) = (plain, self);
            change(&mut of_plain);
            change(&mut of_this);
            of_this == self && of_plain != plain
        };
        CHANGES.iter().filter(|(_, change)| is_needed(*change)).map(|(name, _)| format!("-f{name}")).collect()
    }
    /// The value of the option that is this model.
    pub fn word(self) -> String {
        let changes = self.flags().into_iter().map(|flag| format!("+{}", flag.trim_start_matches("-f")));
        self.machine.word().to_owned() + &changes.collect::<String>()
    }
    /// The name of the sizes of integers and pointers, as tasks and witnesses have it.
    pub const fn data_model(self) -> &'static str {
        if self.pointer_bits() == 64 { "LP64" } else { "ILP32" }
    }
    /// Width of a pointer, of `long`, of `size_t`, in bits.
    pub const fn pointer_bits(self) -> u32 {
        self.row().pointer_bits
    }
    /// Width of a pointer in bytes.
    pub const fn pointer_bytes(self) -> u64 {
        self.pointer_bits() as u64 / 8
    }
    /// Whether plain `char` has negative values.
    pub const fn char_is_signed(self) -> bool {
        self.char_is_signed
    }
    /// Whether an enumeration has the smallest type that holds its constants.
    pub const fn short_enums(self) -> bool {
        self.short_enums
    }
    /// `wchar_t`.
    pub const fn wchar(self) -> IntKind {
        if self.short_wchar { IntKind::UShort } else { self.row().wchar }
    }
    /// The format that a floating type has.
    pub const fn format(self, kind: FloatKind) -> FloatKind {
        match kind {
            FloatKind::LongDouble => self.row().long_double,
            other => other,
        }
    }
}

impl OptionValue for MachineModel {
    const TYPE: &'static str = "ILP32|LP64|ARM32";
    fn parse(text: &str) -> Result<Self, String> {
        let mut words = text.split('+');
        let mut model = Self::new(Machine::parse(words.next().unwrap_or(""))?);
        for word in words {
            model = model.changed(&format!("-f{word}")).ok_or_else(|| {
                let known: Vec<&str> = CHANGES.iter().map(|(name, _)| *name).collect();
                format!("'{word}' is none of {}", known.join(", "))
            })?;
        }
        Ok(model)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_written_as_it_is_read() {
        for machine in Machine::ALL {
            assert_eq!(TABLE[*machine as usize].machine, *machine);
            for (word, _) in CHANGES {
                for (other, _) in CHANGES {
                    let text = format!("{}+{word}+{other}", machine.word());
                    let model = MachineModel::parse(&text).unwrap();
                    assert_eq!(MachineModel::parse(&model.word()).unwrap(), model, "{text}");
                    let by_flags = model
                        .flags()
                        .iter()
                        .fold(MachineModel::new(*machine), |model, flag| model.changed(flag).unwrap());
                    assert_eq!(by_flags, model, "{text}");
                }
            }
        }
        assert_eq!(MachineModel::parse("ARM32+signed-char").unwrap().word(), "ARM32+signed-char");
        assert_eq!(MachineModel::parse("LP64+signed-char"), Ok(MachineModel::Lp64));
        assert!(MachineModel::parse("LP64+fast").unwrap_err().contains("unsigned-char"));
    }
}
