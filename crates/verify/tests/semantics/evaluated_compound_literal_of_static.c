// expect: TRUE
// A compound literal initialises a static variable of a block.
extern void reach_error(void);

struct pair {
  int a, b;
};

static int f(void) {
  static int x = (int){42};
  static struct pair p = (struct pair){1, 2};
  return x + p.b;
}

int main(void) {
  if (f() != 44)
    reach_error();
  return 0;
}
