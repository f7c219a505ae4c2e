// Powers, greatest common divisors and roots of small numbers.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned power(unsigned base, unsigned exponent) {
  unsigned result = 1;
  while (exponent > 0) {
    if (exponent % 2 == 1)
      result = result * base;
    base = base * base;
    exponent = exponent / 2;
  }
  return result;
}

static unsigned gcd(unsigned a, unsigned b) {
  while (b != 0) {
    unsigned rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static unsigned root(unsigned x) {
  unsigned r = 0;
  while ((r + 1) * (r + 1) <= x)
    r++;
  return r;
}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = __VERIFIER_nondet_uint();
  if (x < 1 || x > 12 || y < 1 || y > 5)
    return 0;
  unsigned slow = 1;
  for (unsigned i = 0; i < y; i++)
    slow = slow * x;
  if (power(x, y) != slow)
    reach_error();
  unsigned g = gcd(x, y);
  if (g == 0 || x % g != 0 || y % g != 0)
    reach_error();
  for (unsigned d = g + 1; d <= y; d++) {
    if (x % d == 0 && y % d == 0)
      reach_error();
  }
  unsigned r = root(x);
  if (r * r > x)
    reach_error();
  if ((r + 1) * (r + 1) <= x)
    reach_error();
  return 0;
}
// fault:   unsigned result = 1;  =>   unsigned result = 0;
// fault:     if (exponent % 2 == 1)  =>     if (exponent % 2 == 0)
// fault:     base = base * base;  =>     base = base + base;
// fault:     a = b;  =>     a = rest;
// fault:   while ((r + 1) * (r + 1) <= x)  =>   while ((r + 1) * (r + 1) < x)
// fault:   unsigned r = 0;  =>   unsigned r = 2;
