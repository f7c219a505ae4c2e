// answers: UNKNOWN
// The same, for addresses that are returned.
extern void reach_error(void);
int*f(void) {
  int x;
  return &x;
}
int main() {
  int*a=f();
  int*b=f();
  if (a!=b) reach_error();
}
