// expect: UNKNOWN
extern void reach_error(void);
int sscanf(const char *, const char *, ...);
int main(void) {
  int a = 1;
  sscanf("42", "%d", &a);
  if (a == 42) reach_error();
  return 0;
}
