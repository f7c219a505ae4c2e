// violated: valid-free
// Two boxes of one pointer.
fn main() {
    let one = Box::into_raw(Box::new(7));
    unsafe {
        drop(Box::from_raw(one));
        drop(Box::from_raw(one));
    }
}
