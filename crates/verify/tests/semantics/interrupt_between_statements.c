// expect: FALSE
// option: interrupts=tick
extern void reach_error(void);
static int now;
static void tick(void) { now = now + 1; }

int main(void) {
  int before = now;
  int after = now;
  if (after != before)
    reach_error();
  return 0;
}
