// expect: FALSE
extern void reach_error(void);
long strtol(const char *, char **, int);
int main(void) {
  char s[] = "12x";
  char *end = s;
  strtol(s, &end, 10);
  if (end != s) reach_error();
  return 0;
}
