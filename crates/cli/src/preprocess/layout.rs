//! Which machine a compiler that the user names is for: it is asked for its predefined macros, and whether it takes a text
//! that holds only on the machine that they tell.

use super::System;
use crate::exit::InputError;
use cairn_front_c::preprocess::{RunError, Runner};
use cairn_ir::MachineModel;
use cairn_ir::machine::Machine;
use cairn_ir::types::{FloatKind, IntKind, Types};

/// A macro and what it is on a machine; without the macro nothing is said.
type Column = (&'static str, fn(MachineModel) -> String);

const MACROS: [Column; 8] = [
    ("__SIZEOF_POINTER__", |model| model.pointer_bytes().to_string()),
    ("__SIZEOF_LONG__", |model| (IntKind::Long.bits(model) / 8).to_string()),
    ("__SIZEOF_INT__", |model| (IntKind::Int.bits(model) / 8).to_string()),
    ("__SIZEOF_SHORT__", |_| "2".to_owned()),
    ("__SIZEOF_LONG_LONG__", |_| "8".to_owned()),
    ("__LDBL_MANT_DIG__", |model| {
        if model.format(FloatKind::LongDouble) == FloatKind::Double { "53" } else { "64" }.into()
    }),
    ("__BYTE_ORDER__", |_| "__ORDER_LITTLE_ENDIAN__".to_owned()),
    ("__CHAR_BIT__", |_| "8".to_owned()),
];

struct Macros<'c> {
    cc: &'c str,
    text: String,
}

impl Macros<'_> {
    fn value(&self, name: &str) -> Option<&str> {
        let lines = self.text.lines();
        let mut values = lines.filter_map(|line| line.strip_prefix("#define ")?.strip_prefix(name)?.strip_prefix(' '));
        values.next().map(str::trim)
    }

    /// A model with what the macros say of the flags that change it.
    fn followed(&self, mut model: MachineModel) -> MachineModel {
        let mut follow = |flag: &str| model = model.changed(flag).unwrap_or(model);
        follow(if self.value("__CHAR_UNSIGNED__").is_some() { "-funsigned-char" } else { "-fsigned-char" });
        match self.value("__ARM_SIZEOF_MINIMAL_ENUM") {
            Some("1") => follow("-fshort-enums"),
            Some(_) => follow("-fno-short-enums"),
            None => {}
        }
        match self.value("__SIZEOF_WCHAR_T__") {
            Some("2") => follow("-fshort-wchar"),
            Some(_) => follow("-fno-short-wchar"),
            None => {}
        }
        model
    }

    /// Evidence that the machine is another, and how much says that it is not.
    fn contradiction(&self, model: MachineModel) -> Option<(usize, String)> {
        for (fitting, (name, on)) in MACROS.into_iter().enumerate() {
            let wanted = on(model);
            if let Some(found) = self.value(name).filter(|found| *found != wanted) {
                let other = match (name, found, model.machine()) {
                    ("__SIZEOF_POINTER__", "4", Machine::Lp64) => "; give --32",
                    ("__SIZEOF_POINTER__", "8", Machine::Ilp32) => "; leave out --32",
                    _ => ", which Cairn does not model",
                };
                return Some((fitting, format!("the compiler '{}' has {name} {found}, not {wanted}{other}", self.cc)));
            }
        }
        let wchar = self.value("__WCHAR_TYPE__")?;
        let is_unsigned = wchar.split(' ').any(|word| word == "unsigned");
        (is_unsigned == model.wchar().is_signed(model)).then(|| {
            (MACROS.len(), format!("the compiler '{}' has __WCHAR_TYPE__ {wchar}, which Cairn does not model", self.cc))
        })
    }
}

/// A compiler with the flags that it is given, asked with further ones.
fn asked(cc: &str, flags: &[String], more: &[&str], input: Option<&str>) -> Result<Vec<u8>, RunError> {
    let mut words = cc.split_whitespace().map(str::to_owned);
    let program = words.next().ok_or(RunError::Missing)?;
    let more = more.iter().map(|word| (*word).to_owned());
    let arguments: Vec<String> = words.chain(flags.iter().cloned()).chain(more).collect();
    System.run(&program, &arguments, input)
}

fn macros<'c>(cc: &'c str, flags: &[String]) -> Result<Macros<'c>, InputError> {
    let said = asked(cc, flags, &["-dM", "-E", "-x", "c", "/dev/null"], None);
    let said =
        said.map_err(|why| InputError::new(format!("the compiler '{cc}' says nothing of its machine: {why:?}")))?;
    Ok(Macros { cc, text: String::from_utf8_lossy(&said).into_owned() })
}

/// Asks a compiler whether its machine is this one.
///
/// # Errors
/// It does not run, or its machine is another: which macro says so.
pub(super) fn must_fit(cc: &str, model: MachineModel, flags: &[String]) -> Result<(), InputError> {
    let macros = macros(cc, flags)?;
    if let Some((_, why)) = macros.contradiction(model) {
        return Err(InputError::new(why));
    }
    let found = macros.followed(model);
    if found != model {
        let (found, model) = (found.word(), model.word());
        return Err(InputError::new(format!("the compiler '{cc}' with these flags is for {found}, not for {model}")));
    }
    Ok(())
}

/// The machine that a compiler is for: the wanted one, another with pointers as wide, or any.
///
/// # Errors
/// None fits: what says so.
pub fn machine(
    cc: &str,
    wanted: MachineModel,
    is_any_as_good: bool,
    flags: &[String],
) -> Result<MachineModel, InputError> {
    let macros = macros(cc, flags)?;
    let others = Machine::ALL.iter().map(|machine| {
        let flags = wanted.flags().into_iter();
        flags.fold(MachineModel::new(*machine), |model, flag| model.changed(&flag).unwrap_or(model))
    });
    let others = others.filter(|other| is_any_as_good || other.pointer_bits() == wanted.pointer_bits());
    let all = std::iter::once(wanted).chain(others).map(|model| macros.followed(model));
    let mut refused = (0, String::new());
    for model in all {
        let untold = || untold(cc, model, flags).map_err(|why| (MACROS.len() + 1, why));
        match macros.contradiction(model).map_or_else(untold, Err) {
            Ok(()) => return Ok(model),
            // The machine that is meant is the one for which most speaks.
            Err(why) if refused.1.is_empty() || why.0 > refused.0 => refused = why,
            Err(_) => {}
        }
    }
    Err(InputError::new(refused.1))
}

/// What the macros do not tell: the compiler must take a text of arrays, each of which has no length on another machine.
fn untold(cc: &str, model: MachineModel, flags: &[String]) -> Result<(), String> {
    let row = model.row();
    let mut types = Types::new(model);
    let double = types.float(FloatKind::Double);
    let long_double = types.float(FloatKind::LongDouble);
    let size = |ty| types.size_of(ty).unwrap_or(0);
    let claims = [
        ("alignment_of_long_long_in_a_record", "__builtin_offsetof(struct cairn_a, b)", row.member_of_8),
        ("alignment_of_double_in_a_record", "__builtin_offsetof(struct cairn_b, b)", row.member_of_8),
        ("size_of_double", "sizeof(double)", size(double)),
        ("size_of_long_double", "sizeof(long double)", size(long_double)),
        ("alignment_of_long_double_in_a_record", "__builtin_offsetof(struct cairn_c, b)", row.long_double_layout.1),
        ("size_of_an_enumeration", "sizeof(enum cairn_d)", if model.short_enums() { 1 } else { 4 }),
        ("size_of_a_record_of_one_byte", "sizeof(struct cairn_e)", 1),
        (
            "size_of_a_record_with_an_unnamed_bit_field",
            "sizeof(struct cairn_f)",
            if row.unnamed_fields_align { 4 } else { 2 },
        ),
        ("size_of_a_record_of_bit_fields", "sizeof(struct cairn_g)", 8),
        (
            "size_of_va_list",
            "sizeof(__builtin_va_list)",
            if row.list_is_pointer { row.pointer_bits as u64 / 8 } else { 24 },
        ),
    ];
    let mut text = "struct cairn_a { char a; long long b; };\nstruct cairn_b { char a; double b; };\n\
        struct cairn_c { char a; long double b; };\nenum cairn_d { cairn_none };\nstruct cairn_e { char a; };\n\
        struct cairn_f { char a; int : 3; };\nstruct cairn_g { char a; int b : 31; };\n"
        .to_owned();
    for (name, term, value) in claims {
        text += &format!("typedef char cairn_{name}[{term} == {value} ? 1 : -1];\n");
    }
    let flags: Vec<String> =
        flags.iter().filter(|flag| flag.starts_with("-f") || flag.starts_with("-m")).cloned().collect();
    match asked(cc, &flags, &["-fsyntax-only", "-w", "-x", "c", "-"], Some(&text)) {
        Ok(_) => Ok(()),
        Err(RunError::Failed(said)) => {
            let wrong = claims.iter().find(|(name, ..)| said.contains(&format!("cairn_{name}")));
            Err(match wrong {
                Some((name, _, value)) => {
                    let what = name.replace('_', " ");
                    format!("the compiler '{cc}' has another {what} than {value}, which Cairn does not model")
                }
                None => format!("the compiler '{cc}' says nothing of its machine: {}", said.trim_end()),
            })
        }
        Err(RunError::Missing) => Err(format!("--cc {cc}: there is no such compiler")),
    }
}
