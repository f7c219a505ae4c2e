// expect: TRUE
// Where C leaves the order of evaluation open, it is that of gcc for x86 without optimisation.
extern void reach_error(void);

static int g, steps;

static int set(void) {
  g = 5;
  return 1;
}

static int step(int name) {
  steps = steps * 10 + name;
  return name;
}

static int three(int a, int b, int c) {
  return a + b + c;
}

int main(void) {
  // The last argument comes first.
  three(step(1), step(2), step(3));
  if (steps != 321)
    reach_error();

  // Calls come from left to right, and a variable is read late, when the value is needed.
  steps = 0;
  int sum = step(1) + step(2);
  int late = g + set();
  if (steps != 12 || sum != 3 || late != 6)
    reach_error();

  // In an assignment of a call's value, the place comes first.
  int a[3] = {0, 0, 0};
  steps = 0;
  a[step(1)] = step(2);
  if (steps != 12 || a[1] != 2)
    reach_error();
  return 0;
}
