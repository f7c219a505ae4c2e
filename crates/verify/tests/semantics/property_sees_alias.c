// expect: FALSE
// property: g
// An alias is a name of its own: a call by it is a call of it.
int f(void) { return 1; }
int g(void) __attribute__((alias("f")));

int main(void) {
  return g();
}
