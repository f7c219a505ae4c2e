// expect: FALSE
extern void reach_error(void);
char *strsep(char **, const char *);
int main(void) {
  char s[] = "a b";
  char *p = s;
  strsep(&p, " ");
  if (p == s + 2) reach_error();
  return 0;
}
