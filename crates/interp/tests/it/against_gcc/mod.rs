//! One program run two ways: compiled by gcc, and by the front end and the interpreter. Programs show what they do by
//! calling `emit`.

use cairn_front_c::{FrontEndOptions, Input};
use cairn_ir::MachineModel;
use cairn_tools::{Tool, needs};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a run showed: the values emitted, and what main returned (its lowest byte).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    pub values: Vec<u64>,
    pub status: u8,
}

/// gcc's arguments: arithmetic that wraps, in the type's own format.
fn flags(model: MachineModel) -> &'static [&'static str] {
    match model {
        MachineModel::Ilp32 => {
            &["-O0", "-fwrapv", "-w", "-std=gnu11", "-m32", "-msse2", "-mfpmath=sse", "-fexcess-precision=standard"]
        }
        _ => &["-O0", "-fwrapv", "-w", "-std=gnu11", "-m64"],
    }
}

/// The machines that gcc can link for here.
pub fn models() -> Vec<MachineModel> {
    let mut found = vec![(Tool::Gcc, MachineModel::Lp64), (Tool::Gcc32, MachineModel::Ilp32)];
    found.retain(|(tool, _)| needs(*tool));
    found.into_iter().map(|(_, model)| model).collect()
}

/// Runs a program compiled by gcc.
pub fn by_gcc(source: &Path, model: MachineModel, scratch: &Path) -> Result<Shown, String> {
    let stem = format!("{}-{}", source.file_stem().unwrap().to_string_lossy(), model.word());
    let (binary, runtime) = (scratch.join(&stem), scratch.join(format!("runtime-{}.o", model.word())));
    if !runtime.exists() {
        let text = scratch.join(format!("runtime-{stem}.c"));
        let made = scratch.join(format!("{stem}.runtime.o"));
        std::fs::write(&text, "#include <stdio.h>\nvoid emit(unsigned long long v) { printf(\"%llu\\n\", v); }\n")
            .map_err(|e| e.to_string())?;
        let out = Command::new("gcc").args(flags(model)).arg("-c").arg(&text).arg("-o").arg(&made).output();
        out.map_err(|e| e.to_string())?;
        std::fs::rename(&made, &runtime).map_err(|e| e.to_string())?;
    }
    let compiled =
        Command::new("gcc").args(flags(model)).arg(source).arg(&runtime).args(["-lm", "-o"]).arg(&binary).output();
    let compiled = compiled.map_err(|e| e.to_string())?;
    if !compiled.status.success() {
        return Err(format!("gcc: {}", String::from_utf8_lossy(&compiled.stderr)));
    }
    let out = Command::new(&binary).output().map_err(|e| e.to_string())?;
    let _ = std::fs::remove_file(&binary);
    let code = out.status.code().ok_or_else(|| format!("the program was stopped: {}", out.status))?;
    let text = String::from_utf8_lossy(&out.stdout);
    let values = text.lines().map(str::parse).collect::<Result<_, _>>().map_err(|e| format!("{e}"))?;
    Ok(Shown { values, status: code as u8 })
}

/// Runs a program on the interpreter.
pub fn by_cairn(source: &Path, model: MachineModel) -> Result<Shown, String> {
    let text = std::fs::read_to_string(source).map_err(|e| e.to_string())?;
    let text = if text.contains('#') || text.contains("_TYPE__") {
        let out = Command::new("gcc").args(flags(model)).arg("-E").arg(source).output().map_err(|e| e.to_string())?;
        String::from_utf8_lossy(&out.stdout).into_owned()
    } else {
        text
    };
    let name = source.file_name().unwrap().to_string_lossy().into_owned();
    let emit = Input { name: "emit.c".into(), text: "void emit(unsigned long long value) {}\n".into() };
    let inputs = [Input { name, text: text.into() }, emit];
    let program = cairn_front_c::compile(&inputs, &FrontEndOptions::new(model, "main"))
        .map_err(|e| e.diagnostics.iter().map(|d| d.render(&e.sources)).collect::<String>())?;
    let (values, status) = cairn_test_support::emitted::emitted(&program)?;
    Ok(Shown { values, status })
}

/// Where two runs part, for a person.
pub fn difference(gcc: &Shown, cairn: &Shown) -> Option<String> {
    if gcc == cairn {
        return None;
    }
    let at = gcc.values.iter().zip(&cairn.values).position(|(g, c)| g != c);
    Some(match at {
        Some(at) => format!("value {at} is {} by gcc and {} by Cairn", gcc.values[at], cairn.values[at]),
        None if gcc.values.len() != cairn.values.len() => {
            format!("{} values by gcc and {} by Cairn", gcc.values.len(), cairn.values.len())
        }
        None => format!("main returns {} by gcc and {} by Cairn", gcc.status, cairn.status),
    })
}

/// Runs every source on every machine both ways, two at a time; the complaints, sorted.
pub fn compare(sources: &[PathBuf], models: &[MachineModel], scratch: &Path) -> Vec<String> {
    let jobs: Vec<(&PathBuf, MachineModel)> =
        sources.iter().flat_map(|s| models.iter().map(move |m| (s, *m))).collect();
    let (next, complaints) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(&(source, model)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = by_gcc(source, model, scratch);
            // Other seeds than the suite's have met a bug of gcc's own: nothing to compare with.
            if result.as_ref().is_err_and(|why| why.contains("internal compiler error")) {
                continue;
            }
            let result = result.and_then(|gcc| Ok(difference(&gcc, &by_cairn(source, model)?)));
            if let Some(why) = result.unwrap_or_else(Some) {
                let name = source.file_name().unwrap().to_string_lossy();
                complaints.lock().unwrap().push(format!("{name} ({model:?}): {why}"));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            // The front end and the interpreter guard their own recursion; a test's thread is small.
            std::thread::Builder::new().stack_size(16 << 20).spawn_scoped(scope, work).unwrap();
        }
    });
    let mut complaints = complaints.into_inner().unwrap();
    complaints.sort();
    complaints
}
