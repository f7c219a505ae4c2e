// expect: FALSE
// The error in the callee is reached from the second call only.
extern void reach_error(void);
void check(int x) {
  if (x == 2)
    reach_error();
}
void both(int x) { check(x); }
int main(void) {
  both(1);
  both(2);
  return 0;
}
