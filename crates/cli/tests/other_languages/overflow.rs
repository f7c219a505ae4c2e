// violated: assertion 11
// What a caller types is doubled.
unsafe extern "C" {
    fn getchar() -> i32;
}

fn main() {
    let typed = unsafe { getchar() };
    let mut sum: i8 = 0;
    if typed > 0 {
        sum += (typed as i8) * 2;
    }
    println!("{sum}");
}
