#define _GNU_SOURCE
#include <wchar.h>
#include <stdlib.h>
void emit(unsigned long long);
static int sgn(int x) { return x < 0 ? -1 : x > 0; }
int main(void) {
  wchar_t b[40], *r;
  emit(wcslen(L"hello")); wcscpy(b, L"ab"); wcscat(b, L"cd"); emit(b[3]); emit(wcslen(b));
  emit(wcscmp(L"a", L"b") + 5); emit(wcsncmp(L"abc", L"abd", 2)); emit(wcschr(b, 'c') - b); emit(wcsrchr(b, 'z') == 0);
  emit(wcsstr(L"hello", L"ll") != 0); emit(wcsspn(L"aab", L"a")); emit(wcscspn(L"aab", L"b")); emit(wcspbrk(b, L"dz") - b);
  wcscpy(b, L"x,y,,z");
  for (wchar_t *t = wcstok(b, L",", &r); t; t = wcstok(0, L",", &r)) emit(*t);
  wmemset(b, 7, 4); emit(b[3]); emit(wmemcmp(L"ab", L"ac", 2) + 5); emit(wmemchr(b, 7, 4) == b);
  wmemcpy(b, L"123", 4); emit(b[1]); wmemmove(b + 1, b, 3); emit(b[3]);
  wchar_t *d = wcsdup(L"dup"); emit(d[2]); free(d); emit(btowc('a')); emit(wctob(L'b')); emit(btowc(200) == -1);
  emit(wcsnlen(L"hello", 2)); wcsncpy(b, L"a", 3); emit(b[2]); emit(sgn(wcscasecmp(L"AB", L"ac")) + 5);
  return 0;
}
