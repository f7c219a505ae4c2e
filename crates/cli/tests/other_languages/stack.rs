// violated: assertion 13
// The check before the push is off by one.
struct Stack {
    items: [i32; 4],
    len: usize,
}

impl Stack {
    fn push(&mut self, item: i32) -> bool {
        if self.len > 4 {
            return false;
        }
        self.items[self.len] = item;
        self.len += 1;
        true
    }
}

fn main() {
    let mut stack = Stack { items: [0; 4], len: 0 };
    for i in 0..6 {
        stack.push(i);
    }
    println!("{}", stack.len);
}
