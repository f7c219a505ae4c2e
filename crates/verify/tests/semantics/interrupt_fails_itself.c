// expect: FALSE
// option: interrupts=watch
extern void reach_error(void);
static int low, high;
static void watch(void) {
  if (low > high)
    reach_error();
}

int main(void) {
  low = 5;
  high = 6;
  return 0;
}
