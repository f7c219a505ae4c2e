// expect: UNKNOWN
extern void reach_error(void);
long double frexpl(long double, int *);
int main(void) {
  int e = 0;
  frexpl(8.0L, &e);
  if (e == 4) reach_error();
  return 0;
}
