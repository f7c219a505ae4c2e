// expect: TRUE
// flags: --analysis value
// expect: TRUE
// flags: --analysis symbolic
// expect: TRUE
// flags: --analysis value --option slicing=target-path
// Only the counter says that the loop has been left.
// with: BUG
// expect: FALSE
// flags: --analysis value
// expect: FALSE
// flags: --analysis symbolic
// expect: FALSE
// flags: --analysis value --option slicing=target-path
// The last turn does not set `done`.
extern void reach_error(void);

int main(void) {
  int i = 0, done = 0;
  while (i < 7) {
#ifdef BUG
    done = i == 7;
#endif
    i = i + 1;
#ifndef BUG
    done = i == 7;
#endif
  }
  if (!done)
    reach_error();
  return 0;
}
