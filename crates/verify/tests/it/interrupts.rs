//! Handlers at the points that `cairn_transform::interrupts` chooses do what handlers at all points do: generated programs, each
//! verified twice, with `interrupts` set and with a call between any two statements written out.

use crate::asked;

use cairn_verify::ReportedVerdict;
use fastrand::Rng;
use std::fmt::Write;

/// A program with `POINT` wherever a handler may run.
struct Generated {
    text: String,
    times: u32,
}

/// A statement on globals a, b, c, the flag f, the local x, and what p points to.
fn statement(rng: &mut Rng, inside: bool, depth: u32) -> String {
    let place = |rng: &mut Rng| {
        *rng.choice(if inside { &["a", "b", "f", "*p"][..] } else { &["a", "b", "c", "x", "y", "*p"][..] }).unwrap()
    };
    let value = |rng: &mut Rng| match rng.u32(0..4) {
        0 => rng.u32(0..4).to_string(),
        1 => format!("{} + 1", place(rng)),
        2 if !inside => "f".to_owned(),
        _ => place(rng).to_owned(),
    };
    match rng.u32(0..8) {
        0 | 1 if depth > 0 => {
            let (condition, count) = (format!("{} == {}", place(rng), rng.u32(0..3)), rng.u32(1..3));
            let body: String = (0..count).map(|_| statement(rng, inside, depth - 1)).collect();
            format!("if ({condition}) {{ POINT {body} }} POINT\n")
        }
        2 if !inside => "set(a); POINT\n".to_owned(),
        3 if !inside => "x = get(); POINT\n".to_owned(),
        4 if !inside => format!("p = &{}; POINT\n", rng.choice(["a", "c", "x"]).unwrap()),
        _ => format!("{} = {}; POINT\n", place(rng), value(rng)),
    }
}

fn generated(seed: u64) -> Generated {
    let mut rng = Rng::with_seed(seed);
    let rng = &mut rng;
    let handler: String = (0..rng.u32(1..3)).map(|_| statement(rng, true, 1).replace("POINT", "")).collect();
    let main: String = (0..rng.u32(3..7)).map(|_| statement(rng, false, 1)).collect();
    let first = rng.choice(["a", "b", "x", "y", "*p"]).unwrap();
    let second = rng.choice(["c", "b", "f", "*p"]).unwrap();
    let mut text = String::new();
    let _ = write!(
        text,
        "extern void reach_error(void);\nint a, b, c, f;\nint *p = &b;\nvoid handler(void);\n@\n\
         void handler(void) {{ {handler} }}\n\
         void set(int v) {{ POINT c = v; POINT }}\nint get(void) {{ POINT return b; }}\n\
         int main(void) {{ int x = 0, y = 1; POINT\n{main}\
         int one = {first}; POINT int other = {second}; POINT\n\
         if (one == {} && other == {}) reach_error();\nreturn 0; }}\n",
        rng.u32(0..4),
        rng.u32(0..3)
    );
    Generated { text, times: rng.u32(1..3) }
}

#[test]
fn handlers_at_chosen_points_do_what_handlers_at_all_points_do() {
    let count = std::env::var("PROGRAMS").map_or(60, |count| count.parse().unwrap());
    let first: u64 = std::env::var("SEED").map_or(0, |seed| seed.parse().unwrap());
    let (mut decided, mut violated) = (0, 0);
    for seed in first..first + count {
        let Generated { text, times } = generated(seed);
        let chosen = text.replace("POINT", "").replace('@', "");
        let point = format!(
            "extern int __VERIFIER_nondet_int(void);\nstatic int runs;\n\
             static void point(void) {{ while (__VERIFIER_nondet_int() == 1 && runs < {times}) {{ runs++; handler(); }} }}"
        );
        let written = text.replace("POINT", "point();").replace('@', &point);
        let interrupts = format!("handler={times}");
        let answer = |text: &str, options: &[(&str, &str)]| {
            let name = format!("interrupts-{seed}.c");
            asked::ask_and_check(&name, text, options, &[], &[]).answer
        };
        let (by_choice, everywhere) = (answer(&chosen, &[("interrupts", &interrupts)]), answer(&written, &[]));
        decided += u32::from(by_choice != ReportedVerdict::Unknown && everywhere != ReportedVerdict::Unknown);
        violated += u32::from(by_choice == ReportedVerdict::False);
        let agree =
            by_choice == everywhere || by_choice == ReportedVerdict::Unknown || everywhere == ReportedVerdict::Unknown;
        assert!(agree, "seed {seed}: {by_choice:?} at chosen points, {everywhere:?} at all:\n{chosen}\n{written}");
    }
    // The test says nothing where nothing is decided, or all programs are alike.
    assert!(
        decided * 10 >= count as u32 * 9 && violated * 10 >= count as u32,
        "{decided} decided, {violated} violated of {count}"
    );
}
