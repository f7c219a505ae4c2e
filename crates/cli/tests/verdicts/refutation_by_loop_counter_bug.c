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
    done = i == 7;
    i = i + 1;
  }
  if (!done)
    reach_error();
  return 0;
}
