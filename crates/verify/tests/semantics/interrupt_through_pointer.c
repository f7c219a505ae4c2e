// expect: FALSE
// option: interrupts=strike=1
extern void reach_error(void);
static int *shared;
static void strike(void) {
  if (shared)
    *shared = 5;
}

static int twice(const int *p) {
  int one = *p;
  return one == *p;
}

int main(void) {
  int local = 1;
  shared = &local;
  if (!twice(&local))
    reach_error();
  shared = 0;
  return 0;
}
