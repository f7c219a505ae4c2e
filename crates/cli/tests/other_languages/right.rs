// proved
// Options, slices, trait objects, a vector.
trait Area {
    fn area(&self) -> u32;
}

struct Square(u32);
struct Strip(Vec<u32>);

impl Area for Square {
    fn area(&self) -> u32 {
        self.0 * self.0
    }
}

impl Area for Strip {
    fn area(&self) -> u32 {
        let mut sum = 0;
        let mut i = 0;
        while i < self.0.len() {
            sum += self.0[i];
            i += 1;
        }
        sum
    }
}

fn find(all: &[u32], wanted: u32) -> Option<usize> {
    let mut i = 0;
    while i < all.len() {
        if all[i] == wanted {
            return Some(i);
        }
        i += 1;
    }
    None
}

fn main() {
    let (square, strip) = (Square(3), Strip(vec![1, 2, 3]));
    let shapes: [&dyn Area; 2] = [&square, &strip];
    assert!(shapes[0].area() == 9);
    assert!(shapes[1].area() == 6);
    assert!(find(&[4, 5, 6], 5) == Some(1));
    assert!(find(&[4, 5, 6], 7).is_none());
}
