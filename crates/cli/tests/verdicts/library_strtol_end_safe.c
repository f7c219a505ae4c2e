// expect: TRUE
extern void reach_error(void);
long strtol(const char *, char **, int);
int main(void) {
  const char *s = "12x";
  char *end = (char *)s;
  if (strtol(s, &end, 10) != 12 || *end != 'x') reach_error();
  return 0;
}
