// expect: UNKNOWN
// Code outside may call what a function that it calls back gives it.
extern void reach_error(void);
typedef void (*action)(void);
extern void with(action (*)(void));
static void fail(void) { reach_error(); }
static action give(void) { return fail; }
int main(void) {
  with(give);
  return 0;
}
