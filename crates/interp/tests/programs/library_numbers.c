#include <stdlib.h>
#include <inttypes.h>
#include <errno.h>
#include <limits.h>
void emit(unsigned long long);
static void l(const char *s, int base) {
  char *end = (char *)s;
  errno = 0;
  long x = strtol(s, &end, base); emit(x); emit(end - s); emit(errno);
  errno = 0; unsigned long u = strtoul(s, &end, base); emit(u); emit(end - s); emit(errno);
  errno = 0; long long q = strtoll(s, &end, base); emit(q); emit(end - s); emit(errno);
  errno = 0; unsigned long long v = strtoull(s, &end, base); emit(v); emit(end - s); emit(errno);
  emit(strtoimax(s, 0, base)); emit(strtoumax(s, 0, base));
}
int main(void) {
  static const char *s[] = {"", " 12", "-7x", "+0x1F", "0x", "0xg", "017", "08", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-18446744073709551616", "2147483647", "2147483648", "-2147483649", "4294967296", "zz", "-", "  +", "\t\n42abc", "0b11", "99999999999999999999999"};
  for (int i = 0; i < sizeof s / sizeof *s; i++) { l(s[i], 0); l(s[i], 10); l(s[i], 16); l(s[i], 36); l(s[i], 2); }
  char *end = "x"; errno = 0; emit(strtol("1", &end, 1)); emit(errno); emit(*end);
  emit(atoi(" -12x")); emit(atol("77")); emit(atoll("-9223372036854775808"));
  div_t d = div(-7, 2); emit(d.quot); emit(d.rem);
  ldiv_t e = ldiv(7, -2); emit(e.quot); emit(e.rem);
  lldiv_t f = lldiv(-7, -2); emit(f.quot); emit(f.rem);
  imaxdiv_t g = imaxdiv(9, 4); emit(g.quot); emit(g.rem);
  emit(abs(-3)); emit(labs(-4)); emit(llabs(-5)); emit(imaxabs(-6));
  return 0;
}
