// expect: TRUE
// The recursion never ends, so nothing behind the call is reached.
extern void reach_error(void);
int f(int n) { return f(n) + 1; }
int main(void) {
  f(1);
  reach_error();
  return 0;
}
