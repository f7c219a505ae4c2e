// expect: TRUE
// option: interrupts=arrive=3
extern void reach_error(void);
static int data, ready, taken;
// The number is there before the flag says so.
static void arrive(void) {
  data = 7;
  ready = 1;
}

int main(void) {
  for (int i = 0; i < 4; i++)
    if (ready) {
      ready = 0;
      if (data != 7)
        reach_error();
      taken++;
    }
  if (taken > 4)
    reach_error();
  return 0;
}
