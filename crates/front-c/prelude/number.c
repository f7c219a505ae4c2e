/* Numbers: absolute values, quotients, reading from text, and what of <math.h> is short in C. */
typedef typeof(sizeof 0) size_t;
typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
typedef struct { long long quot; long long rem; } lldiv_t;
typedef typeof(__builtin_choose_expr(sizeof(long) == 8, 1L, 1LL)) __cairn_most;
typedef struct { __cairn_most quot; __cairn_most rem; } imaxdiv_t;
int __cairn_digit(char c);
void __cairn_seed(void);
long strtol(const char *s, char **end, int base);
long long strtoll(const char *s, char **end, int base);
unsigned long long __cairn_number(const char *s, char **end, int base, unsigned long long most,
                                  unsigned long long least, int is_unsigned, int binary);

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
long long imaxabs(long long x) { return x < 0 ? -x : x; }

/* As `strtol` has it, errno too; where the digits are few there is nothing to compare with a limit. */
int atoi(const char *s) {
  const char *all = s;
  int negative = 0, value = 0, digits = 0;
  while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
    s++;
  if (*s == '-' || *s == '+')
    negative = *s++ == '-';
  while (*s >= '0' && *s <= '9') {
    if (digits++ == 9)
      return (int)strtol(all, 0, 10);
    value = 10 * value - (*s++ - '0');
  }
  return negative ? value : -value;
}

long atol(const char *s) {
  const char *all = s;
  int negative = 0, digits = 0;
  long value = 0;
  while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
    s++;
  if (*s == '-' || *s == '+')
    negative = *s++ == '-';
  while (*s >= '0' && *s <= '9') {
    if (digits++ == (sizeof(long) == 8 ? 18 : 9))
      return (long)strtol(all, 0, 10);
    value = 10 * value - (*s++ - '0');
  }
  return negative ? value : -value;
}

long long atoll(const char *s) {
  const char *all = s;
  int negative = 0, digits = 0;
  long long value = 0;
  while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
    s++;
  if (*s == '-' || *s == '+')
    negative = *s++ == '-';
  while (*s >= '0' && *s <= '9') {
    if (digits++ == 18)
      return (long long)strtoll(all, 0, 10);
    value = 10 * value - (*s++ - '0');
  }
  return negative ? value : -value;
}

div_t div(int x, int y) { return (div_t){x / y, x % y}; }
ldiv_t ldiv(long x, long y) { return (ldiv_t){x / y, x % y}; }
lldiv_t lldiv(long long x, long long y) { return (lldiv_t){x / y, x % y}; }
imaxdiv_t imaxdiv(__cairn_most x, __cairn_most y) { return (imaxdiv_t){x / y, x % y}; }

int __cairn_digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z')
    return c - 'A' + 10;
  return 99;
}

/* 7.22.1.4. Beyond the limits: the limit, and errno is ERANGE. A base that is none: EINVAL, as glibc has it. */
unsigned long long __cairn_number(const char *s, char **end, int base, unsigned long long most,
                                  unsigned long long least, int is_unsigned, int binary) {
  const char *at = s;
  unsigned long long value = 0, limit, cut;
  int negative = 0, any = 0, over = 0, last;
  if (base < 0 || base == 1 || base > 36) {
    __cairn_set_errno(22);
    return 0;
  }
  while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
    at++;
  if (*at == '-' || *at == '+')
    negative = *at++ == '-';
  if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && __cairn_digit(at[2]) < 16) {
    at += 2;
    base = 16;
  } else if (binary && (base == 0 || base == 2) && at[0] == '0' && (at[1] == 'b' || at[1] == 'B') &&
             __cairn_digit(at[2]) < 2) {
    at += 2;
    base = 2;
  }
  if (base == 0)
    base = *at == '0' ? 8 : 10;
  limit = negative ? least : most;
  cut = limit / base;
  last = limit % base;
  for (; *at; at++) {
    int digit = __cairn_digit(*at);
    if (digit >= base)
      break;
    any = 1;
    if (over || value > cut || (value == cut && digit > last))
      over = 1;
    else
      value = value * base + digit;
  }
  if (end)
    *end = (char *)(any ? at : s);
  if (over) {
    __cairn_set_errno(34);
    return is_unsigned || !negative ? most : -least;
  }
  return negative ? -value : value;
}

long strtol(const char *s, char **end, int base) {
  return __cairn_number(s, end, base, -1UL >> 1, (-1UL >> 1) + 1, 0, 0);
}
unsigned long strtoul(const char *s, char **end, int base) {
  return __cairn_number(s, end, base, -1UL, -1UL, 1, 0);
}
long long strtoll(const char *s, char **end, int base) {
  return __cairn_number(s, end, base, -1ULL >> 1, (-1ULL >> 1) + 1, 0, 0);
}
unsigned long long strtoull(const char *s, char **end, int base) {
  return __cairn_number(s, end, base, -1ULL, -1ULL, 1, 0);
}
long long strtoimax(const char *s, char **end, int base) {
  return __cairn_number(s, end, base, -1ULL >> 1, (-1ULL >> 1) + 1, 0, 0);
}
long long __strtoimax(const char *s, char **end, int base) {
  return __cairn_number(s, end, base, -1ULL >> 1, (-1ULL >> 1) + 1, 0, 0);
}
unsigned long long strtoumax(const char *s, char **end, int base) {
  return __cairn_number(s, end, base, -1ULL, -1ULL, 1, 0);
}
long long strtoq(const char *s, char **end, int base) {
  return __cairn_number(s, end, base, -1ULL >> 1, (-1ULL >> 1) + 1, 0, 0);
}
unsigned long long strtouq(const char *s, char **end, int base) {
  return __cairn_number(s, end, base, -1ULL, -1ULL, 1, 0);
}
long __isoc23_strtol(const char *s, char **end, int base) {
  return __cairn_number(s, end, base, -1UL >> 1, (-1UL >> 1) + 1, 0, 1);
}
unsigned long __isoc23_strtoul(const char *s, char **end, int base) {
  return __cairn_number(s, end, base, -1UL, -1UL, 1, 1);
}
long long __isoc23_strtoll(const char *s, char **end, int base) {
  return __cairn_number(s, end, base, -1ULL >> 1, (-1ULL >> 1) + 1, 0, 1);
}
unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
  return __cairn_number(s, end, base, -1ULL, -1ULL, 1, 1);
}
long __strtol_internal(const char *s, char **end, int base, int group) {
  return __cairn_number(s, end, base, -1UL >> 1, (-1UL >> 1) + 1, 0, 0);
}
unsigned long __strtoul_internal(const char *s, char **end, int base, int group) {
  return __cairn_number(s, end, base, -1UL, -1UL, 1, 0);
}

/* Decimal fractions are not computed: any value, read up to anywhere. */
double strtod(const char *s, char **end) {
  size_t read, length = 0;
  while (s[length])
    length++;
  read = __cairn_unknown_size();
  __cairn_assume(read <= length);
  if (end)
    *end = (char *)s + read;
  if (__cairn_unknown_bool())
    __cairn_set_errno(34);
  return (double)__cairn_unknown_double();
}
float strtof(const char *s, char **end) {
  size_t read, length = 0;
  while (s[length])
    length++;
  read = __cairn_unknown_size();
  __cairn_assume(read <= length);
  if (end)
    *end = (char *)s + read;
  if (__cairn_unknown_bool())
    __cairn_set_errno(34);
  return (float)__cairn_unknown_double();
}
long double strtold(const char *s, char **end) {
  size_t read, length = 0;
  while (s[length])
    length++;
  read = __cairn_unknown_size();
  __cairn_assume(read <= length);
  if (end)
    *end = (char *)s + read;
  if (__cairn_unknown_bool())
    __cairn_set_errno(34);
  return (long double)__cairn_unknown_long_double();
}
double atof(const char *s) {
  if (__cairn_unknown_bool())
    __cairn_set_errno(34);
  return __cairn_unknown_double();
}

/* With the seed of an earlier call the numbers are those that came after it; which they are is not computed. */
void __cairn_seed(void) {
  static int before;
  if (before)
    __cairn_unknown_bool();
  before = 1;
}

void srand(unsigned seed) { __cairn_seed(); }
void srandom(unsigned seed) { __cairn_seed(); }
void srand48(long seed) { __cairn_seed(); }

/* A multiple of 2^-48: 31 bits and 17 bits. */
double drand48(void) {
  int many = __cairn_any_int(), few = __cairn_any_int();
  __cairn_assume(many >= 0 && few >= 0 && few < 131072);
  return (many * 131072.0 + few) / 281474976710656.0;
}

unsigned arc4random_uniform(unsigned bound) {
  unsigned value = __cairn_any_int();
  if (bound < 2)
    return 0;
  __cairn_assume(value < bound);
  return value;
}

unsigned htonl(unsigned x) { return __builtin_bswap32(x); }
unsigned ntohl(unsigned x) { return __builtin_bswap32(x); }
unsigned short htons(unsigned short x) { return __builtin_bswap16(x); }
unsigned short ntohs(unsigned short x) { return __builtin_bswap16(x); }

double fdim(double x, double y) {
  double difference = x - y;
  if (x <= y)
    return 0.0;
  if (__builtin_isinf(difference) && !__builtin_isinf(x) && !__builtin_isinf(y))
    __cairn_set_errno(34);
  return difference;
}

float fdimf(float x, float y) {
  float difference = x - y;
  if (x <= y)
    return 0.0f;
  if (__builtin_isinf(difference) && !__builtin_isinf(x) && !__builtin_isinf(y))
    __cairn_set_errno(34);
  return difference;
}

long double fdiml(long double x, long double y) {
  long double difference = x - y;
  if (x <= y)
    return 0.0L;
  if (__builtin_isinf(difference) && !__builtin_isinf(x) && !__builtin_isinf(y))
    __cairn_set_errno(34);
  return difference;
}

double modf(double x, double *whole) {
  *whole = __builtin_trunc(x);
  return __builtin_copysign(__builtin_isinf(x) ? 0.0 : x - *whole, x);
}

float modff(float x, float *whole) {
  *whole = __builtin_truncf(x);
  return __builtin_copysignf(__builtin_isinf(x) ? 0.0f : x - *whole, x);
}

long double modfl(long double x, long double *whole) {
  *whole = __builtin_truncl(x);
  return __builtin_copysignl(__builtin_isinf(x) ? 0.0L : x - *whole, x);
}

/* glibc's FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO. */
int fpclassify(double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
int __fpclassify(double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
int __fpclassifyf(float x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
int __fpclassifyl(long double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
