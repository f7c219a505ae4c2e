// expect: TRUE
// property: g
// A call of the function by its own name is no call of its alias. An alias is no constructor, whatever is said of it.
static int made;
int f(void) { made++; return 1; }
int g(void) __attribute__((alias("f"), constructor));

int main(void) {
  if (made)
    g();
  return f();
}
