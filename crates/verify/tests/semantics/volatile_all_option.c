// expect: FALSE
// option: volatile=all
// Any read of a volatile object may give another value, also of the program's own.
extern void reach_error(void);
static volatile int own = 3;
int main(void) {
  volatile int *p = &own;
  if (own == 4 && *p == 5) reach_error();
  return 0;
}
