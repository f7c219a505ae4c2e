// expect: FALSE
// flags: --analysis value --option slicing=target-path
// The function is in the slice because of one call of it. The other call writes elsewhere, and must not seem to write here.
extern void reach_error(void);
static void set(int *to, int value) { *to = value; }
int main(void) {
  int level = 0, noise = 0;
  set(&level, 4);
  set(&noise, 9);
  if (level == 4)
    reach_error();
  return noise;
}
