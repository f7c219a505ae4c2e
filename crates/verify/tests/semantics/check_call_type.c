// expect: FALSE
// check: call-type
// A handler of another type in a table behind a cast.
extern int __VERIFIER_nondet_int(void);
typedef int (*handler)(int);
static int twice(int x) { return x * 2; }
static int length(const char *text) { return text != 0; }
static handler table[2] = {twice, (handler)length};
int main(void) {
  int which = __VERIFIER_nondet_int();
  if (which < 0 || which > 1)
    return 0;
  return table[which](which) == 9;
}
