#define _GNU_SOURCE
#include <string.h>
#include <strings.h>
#include <stdlib.h>
#include <errno.h>
void emit(unsigned long long);
static int sgn(int x) { return x < 0 ? -1 : x > 0; }
int main(void) {
  char b[64], c[64];
  /* strtok, strsep */
  strcpy(b, ",,one,two;;three;");
  for (char *t = strtok(b, ",;"); t; t = strtok(0, ",;")) { emit(t - b); emit(strlen(t)); }
  emit(strtok(0, ",") == 0);
  char *save;
  strcpy(b, "a b  c");
  for (char *t = strtok_r(b, " ", &save); t; t = strtok_r(0, " ", &save)) emit(*t);
  strcpy(b, "x:y::z");
  char *at = b;
  for (char *t; (t = strsep(&at, ":"));) emit(strlen(t));
  emit(at == 0);
  /* memccpy and others */
  memset(c, '#', sizeof c);
  char *e = memccpy(c, "hello world", 'o', 11);
  emit(e - c); emit(c[5]);
  emit(memccpy(c, "abc", 'z', 3) == 0); emit(c[2]); emit(c[3]);
  emit((char *)memmem("abcabd", 6, "abd", 3) - (char *)"abcabd" == 3);
  emit(memmem("abc", 3, "x", 1) == 0); emit(memmem("abc", 3, "", 0) != 0);
  strcpy(b, "hello");
  emit((char *)memrchr(b, 'l', 5) - b); emit(memrchr(b, 'z', 5) == 0);
  emit((char *)rawmemchr(b, 'l') - b);
  emit(strcasestr("Hello World", "WORLD") != 0); emit(strcasestr("abc", "x") == 0);
  char *v[] = {"item#99", "item#100", "alpha1", "alpha001", "part1_f012", "part1_f01", "foo.009", "foo.0", "", "000", "00", "01", "010", "09", "0", "1", "9", "10", "jan1", "jan10"};
  for (int i = 0; i < 20; i++) for (int j = 0; j < 20; j++) emit(sgn(strverscmp(v[i], v[j])) + 1);
  swab("abcdef", c, 5); emit(c[0]); emit(c[3]); emit(c[4]);
  bcopy("xyz", c, 3); emit(c[2]);
  emit(strxfrm(c, "hello", 3)); emit(c[0]);
  strcpy(b, "ab"); strncat(b, "cdef", 2); emit(strlen(b)); emit(b[3]);
  emit(stpcpy(b, "four") - b); emit(stpncpy(b, "x", 4) - b); emit(b[3]);
  emit(strnlen("hello", 3)); char *d = strndup("hello", 3); emit(strlen(d)); free(d);
  emit(strcspn("hello", "lo")); emit(strspn("hello", "he")); emit(strpbrk("hello", "xol") != 0);
  emit(ffs(12)); emit(bcmp("a", "b", 1) != 0);
  return 0;
}
