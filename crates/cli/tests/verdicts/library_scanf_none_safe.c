// expect: TRUE
extern void reach_error(void);
int scanf(const char *, ...);
int main(void) {
  int r = scanf("x");
  if (r > 0 || r < -1) reach_error();
  return 0;
}
