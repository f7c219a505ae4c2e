// answers: UNKNOWN
// A local variable of a later call may be where an earlier one was, or elsewhere.
typedef unsigned long uintptr_t;
extern void reach_error(void);
uintptr_t g;
void f(void) {
  int l;
  if (g && g==(uintptr_t)&l) reach_error();
  g=(uintptr_t)&l;
}
int main() {
  f();
  f();
}
