/* Numbers: absolute values, reading from text, and what of <math.h> is short in C. */
int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
long long imaxabs(long long x) { return x < 0 ? -x : x; }

int atoi(const char *s) {
  int negative = 0, value = 0;
  while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
    s++;
  if (*s == '-' || *s == '+')
    negative = *s++ == '-';
  while (*s >= '0' && *s <= '9')
    value = 10 * value - (*s++ - '0');
  return negative ? value : -value;
}

long atol(const char *s) {
  int negative = 0;
  long value = 0;
  while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
    s++;
  if (*s == '-' || *s == '+')
    negative = *s++ == '-';
  while (*s >= '0' && *s <= '9')
    value = 10 * value - (*s++ - '0');
  return negative ? value : -value;
}

long long atoll(const char *s) {
  int negative = 0;
  long long value = 0;
  while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
    s++;
  if (*s == '-' || *s == '+')
    negative = *s++ == '-';
  while (*s >= '0' && *s <= '9')
    value = 10 * value - (*s++ - '0');
  return negative ? value : -value;
}

double fdim(double x, double y) {
  if (__builtin_isnan(x) || __builtin_isnan(y))
    return x + y;
  return x > y ? x - y : 0.0;
}

float fdimf(float x, float y) {
  if (__builtin_isnan(x) || __builtin_isnan(y))
    return x + y;
  return x > y ? x - y : 0.0f;
}

long double fdiml(long double x, long double y) {
  if (__builtin_isnan(x) || __builtin_isnan(y))
    return x + y;
  return x > y ? x - y : 0.0L;
}

double modf(double x, double *whole) {
  *whole = __builtin_trunc(x);
  return __builtin_copysign(__builtin_isinf(x) ? 0.0 : x - *whole, x);
}

float modff(float x, float *whole) {
  *whole = __builtin_truncf(x);
  return __builtin_copysignf(__builtin_isinf(x) ? 0.0f : x - *whole, x);
}

/* glibc's FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO. */
int fpclassify(double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
int __fpclassify(double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
int __fpclassifyf(float x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
int __fpclassifyl(long double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
