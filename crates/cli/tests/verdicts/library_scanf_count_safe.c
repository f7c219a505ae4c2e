// expect: TRUE
extern void reach_error(void);
int scanf(const char *, ...);
int main(void) {
  int a = 1, b = 2;
  int r = scanf("%d%d", &a, &b);
  if (r < 2 && b != 2) reach_error();
  if (r > 2) reach_error();
  return 0;
}
