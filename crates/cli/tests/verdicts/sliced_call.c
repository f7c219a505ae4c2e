// expect: TRUE
// flags: --analysis value --option slicing=target-path
// with: BUG
// expect: FALSE
// flags: --analysis value --option slicing=target-path
// The function is in the slice because of one call of it. The other call writes elsewhere, and must not seem to write here.
extern void reach_error(void);
static void set(int *to, int value) { *to = value; }
int main(void) {
  int level = 0, noise = 0;
  set(&level, 4);
  set(&noise, 9);
#ifdef BUG
  if (level == 4)
#else
  if (level == 9)
#endif
    reach_error();
  return noise;
}
