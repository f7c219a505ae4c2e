// expect: UNKNOWN
extern void reach_error(void);
long getline(char **, unsigned long *, void *);
extern void *stdin;
int main(void) {
  char *p = 0;
  unsigned long n = 0;
  getline(&p, &n, stdin);
  if (p != 0) reach_error();
  return 0;
}
