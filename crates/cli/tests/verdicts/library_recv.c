// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
long recv(int, void *, unsigned long, int);
int main(void) {
  char b[8] = "zzzzzzz";
  long n = recv(0, b, 7, 0);
#ifdef BUG
  if (n == 2 && b[1] == 'q') reach_error();
#else
  if (b[7] != 0 || n > 7 || n < -1) reach_error();
#endif
  return 0;
}
