// expect: FALSE
extern void reach_error(void);
int scanf(const char *, ...);
int main(void) {
  int a = 1;
  if (scanf("%d", &a) == 1 && a == 42) reach_error();
  return 0;
}
