// What is named in code that this execution does not come by: a linker asks for it all the same.
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
struct pair { int a, b; };
extern struct pair of_the_system(struct pair);
extern void kept(void);
extern struct pair settings;
void (*table[1])(void) = {kept};

static int never(int x) {
  if (x > 1000)
    settings = of_the_system(settings);
  return __VERIFIER_nondet_char();
}

int main(void) {
  if (__VERIFIER_nondet_int() == 42)
    reach_error();
  table[0]();
  return never(1);
}
