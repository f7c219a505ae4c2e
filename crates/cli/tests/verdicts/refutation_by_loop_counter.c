// expect: TRUE
// flags: --analysis value
// expect: TRUE
// flags: --analysis symbolic
// expect: TRUE
// flags: --analysis value --option slicing=target-path
// Only the counter says that the loop has been left.
extern void reach_error(void);

int main(void) {
  int i = 0, done = 0;
  while (i < 7) {
    i = i + 1;
    done = i == 7;
  }
  if (!done)
    reach_error();
  return 0;
}
