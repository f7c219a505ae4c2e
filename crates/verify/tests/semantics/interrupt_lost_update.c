// expect: FALSE
// option: interrupts=tick=1
extern void reach_error(void);
static int sum;
static void add(int x) {
  int read = sum;
  sum = read + x;
}
static void tick(void) { add(10); }

int main(void) {
  add(1);
  if (sum == 1) {
    // The handler ran between the read and the write, or has not run yet.
    int before = sum;
    if (before == 1 && sum == 11)
      reach_error();
  }
  return 0;
}
