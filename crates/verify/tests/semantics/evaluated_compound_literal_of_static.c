// expect: TRUE
// A compound literal initialises a static variable of a block.
extern void reach_error(void);

struct pair {
  int a, b;
};

static int f(void) {
  static int x = (int){42};
  static struct pair p = (struct pair){1, 2};
  static const int *v = (const int[]){3, 4, 5};
  return x + p.b + v[2];
}

int main(void) {
  if (f() != 49)
    reach_error();
  return 0;
}
