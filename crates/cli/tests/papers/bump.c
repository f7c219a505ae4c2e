// A callee changes its caller's variable through a pointer and a global variable.
extern void reach_error(void);
int calls;
void bump(int *p, int n) {
  if (n == 0) return;
  *p = *p + 2;
  calls = calls + 1;
  bump(p, n - 1);
}
int main(void) {
  int x = 1;
  bump(&x, 3);
  if (x != 7 || calls != 3) reach_error();
  return 0;
}
