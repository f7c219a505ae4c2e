// expect: UNKNOWN
extern void reach_error(void);
int printf(const char *, ...);
int main(void) {
  int n = 0;
  char f[] = "%n";
  f[0] = '%';
  printf(f, &n);
  if (n == 3) reach_error();
  return 0;
}
