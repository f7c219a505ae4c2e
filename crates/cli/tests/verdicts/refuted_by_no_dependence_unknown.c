// expect: UNKNOWN
// flags: --analysis control-dependence
/* It looks at no values, so a path that no execution takes is not refuted. */
extern void reach_error(void);
int main(void) {
  int x = 1;
  if (x != 1) reach_error();
  return 0;
}
