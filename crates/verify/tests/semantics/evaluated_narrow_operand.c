// expect: FALSE
// A narrow variable is converted, and so read, before the call; one of type int after it.
extern void reach_error(void);
static unsigned char narrow = 1;
static _Bool truth = 1;
static int plain = 1;
static int set(void) {
  narrow = 9;
  truth = 0;
  plain = 9;
  return 1;
}
int main(void) {
  int a = narrow + set(), b = plain + set();
  narrow = 1;
  truth = 1;
  int c = truth + set();
  narrow = 1;
  if (a == 2 && b == 10 && c == 2 && !(narrow < set()) )
    reach_error();
  return 0;
}
