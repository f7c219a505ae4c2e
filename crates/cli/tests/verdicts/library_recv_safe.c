// expect: TRUE
extern void reach_error(void);
long recv(int, void *, unsigned long, int);
int main(void) {
  char b[8] = "zzzzzzz";
  long n = recv(0, b, 7, 0);
  if (b[7] != 0 || n > 7 || n < -1) reach_error();
  return 0;
}
