// violated: valid-deref 6
// An element behind the last one of a vector, through a pointer.
fn get(index: usize) -> u8 {
    let bytes = vec![1u8, 2, 3];
    let pointer = bytes.as_ptr();
    unsafe { *pointer.add(index) }
}

fn main() {
    println!("{}", get(3));
}
