// expect: FALSE
extern void reach_error(void);
void *malloc(unsigned long n) {
  static char b[16];
  reach_error();
  return b;
}
char *strdup(const char *);
int main(void) {
  strdup("x");
  return 0;
}
