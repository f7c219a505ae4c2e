// expect: FALSE
// option: undefined-functions=everything
// A constant object with external linkage keeps its content, and what it points to may change: all of it must, here.
extern void reach_error(void);
extern void f(void);

static int plain, listed, inside;
int *const pointer = &plain;
int *const list[2] = {0, &listed};
const struct config {
  int *p;
  int k;
} config = {&inside, 3};

int main(void) {
  f();
  if (plain == 1 && listed == 2 && inside == 3 && pointer == &plain && config.k == 3)
    reach_error();
  return 0;
}
