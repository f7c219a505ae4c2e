// expect: TRUE
// That a definition is weak is said at a declaration, or by a pragma.
extern void reach_error(void);
int check(void) __attribute__((weak));
int check(void) { return 0; }
#pragma weak limit
int limit = 0;

int main(void) {
  if (check() + limit != 7)
    reach_error();
  return 0;
}
