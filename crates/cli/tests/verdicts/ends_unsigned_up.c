// expect: FALSE
// flags: --property termination
// The counter goes round; no end can be reached.
int main(void) {
  unsigned ticks = 0;
  for (;;) {
    ticks += 3;
    if (ticks % 3 == 5)
      return 0;
  }
}
