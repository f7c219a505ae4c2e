// expect: TRUE
// option: undefined-functions=everything
extern void reach_error(void);
extern void f(void);

static int inside;
const struct config {
  int *p;
  int k;
} config = {&inside, 3};

int main(void) {
  f();
  if (config.p != &inside || config.k != 3)
    reach_error();
  return 0;
}
