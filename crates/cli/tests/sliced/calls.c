/* What a function passes back in its parameters, recursion, early returns, and an end of the program. */
int shown[64], count;
static void watch(int value) { shown[count++] = value; } // criterion
extern int input(int);
extern void exit(int);

__attribute__((noreturn)) static void stop(int code) {
  exit(code); // kept
}

static int divide(int a, int b, int *rest, int *calls) {
  ++*calls; // kept
  if (b == 0)
    stop(3); // kept
  if (rest)
    *rest = a % b; // kept
  return a / b;
}

static unsigned power(unsigned base, unsigned to) {
  if (to == 0)
    return 1; // kept
  unsigned half = power(base, to / 2); // kept
  return (to & 1) ? half * half * base : half * half; // kept
}

static void both(int *a, int *b) {
  *a += 1; // kept
  *b += 2; // left out
}

int main(void) {
  int rest = 0, calls = 0, other = 5; // kept
  int from = input(1), by = input(2); // kept
  int quotient = divide(from, by, &rest, &calls); // kept
  both(&rest, &other); // kept
  if (other > 100) {
    other = quotient; // left out
  }
  watch(rest); // kept
  watch((int)power(rest, 5)); // kept
  int shown = ({ int twice = rest * 2; calls += twice; twice; }); // kept
  watch(shown); // kept
  return quotient + calls + other;
}
