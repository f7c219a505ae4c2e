// expect: TRUE
// What computed functions and failed allocations leave in `errno`, to the value.
#include <errno.h>
#include <math.h>
#include <stdlib.h>
extern void reach_error(void);
static int left(void) {
  int error = errno;
  errno = 0;
  return error;
}
int main(void) {
  double zero = 0.0, minus = -1.0, big = 1e308;
  double r = sqrt(minus);
  if (left() != EDOM || r == r) reach_error();
  r = sqrt(-zero) + sqrt(zero / zero) + fmod(1.0, 2.0) + fmod(zero / zero, zero);
  if (left() != 0) reach_error();
  r = fmod(1.0, zero);
  if (left() != EDOM) reach_error();
  r = remainder(1 / zero, 2.0);
  if (left() != EDOM) reach_error();
  r = fdim(big, -big);
  if (left() != ERANGE) reach_error();
  r = fdim(-big, big) + fdim(1 / zero, 1.0);
  if (left() != 0) reach_error();
  void *p = malloc(-1UL >> 1 << 1);
  if (p || left() != ENOMEM) reach_error();
  p = malloc(4);
  void *q = realloc(p, -1UL >> 1 << 1);
  if (q || left() != ENOMEM) reach_error();
  q = realloc(p, 0);
  if (left() != 0) reach_error();
  if (atoi("  -000000000012x") != -12 || atol("123456789012") != 123456789012 || left() != 0) reach_error();
  if (atoi("99999999999999999999999") != -1 || left() != ERANGE) reach_error();
  if (atoll("-99999999999999999999999") != -9223372036854775807LL - 1 || left() != ERANGE) reach_error();
  return 0;
}
