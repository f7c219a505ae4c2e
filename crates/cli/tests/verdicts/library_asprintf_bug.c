// expect: FALSE
extern void reach_error(void);
int asprintf(char **, const char *, ...);
int main(void) {
  char *p = 0;
  int n = asprintf(&p, "%d-%s", 42, "x");
  if (p && p[1] == '2' && n == 4) reach_error();
  return 0;
}
