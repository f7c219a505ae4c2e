// expect: FALSE
// flags: --entry one.c:check
extern void reach_error(void);
static int check(int amount) {
  if (amount == -5)
    reach_error();
  return 0;
}
int use_one(void) { return check(1); }
