#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
void emit(unsigned long long);
static char b[200];
static void show(int n) { emit(n); for (int i = 0; i < 60; i++) emit((unsigned char)b[i]); memset(b, 'z', sizeof b); }
#define F(...) show(sprintf(b, __VA_ARGS__))
int main(void) {
  memset(b, 'z', sizeof b);
  F("plain %% text"); F("%d|%5d|%-5d|%05d|%+d|% d", 42, 42, 42, 42, 42, 42);
  F("%d|%5d|%-5d|%05d|%+d|% d", -42, -42, -42, -42, -42, -42);
  F("%.3d|%8.3d|%-8.3d|%08.3d|%.0d|%.d|%+.0d", 7, 7, 7, 7, 0, 0, 0);
  F("%x %X %#x %#X %#o %o %#x", 255, 255, 255, 255, 8, 8, 0);
  F("%#.3o %#.0o %#o %#010x %-#8x|", 8, 0, 0, 255, 255);
  F("%u %lu %llu %hhu %hu", -1, -1L, -1LL, 300, 70000);
  F("%hhd %hd %ld %lld %zd %td %jd", 200, 40000, -5L, -6LL, (size_t)7, (ptrdiff_t)-8, (long long)9);
  F("%c%c%5c|%-5c|", 'a', 0, 'b', 'c');
  F("%s|%10s|%-10s|%.2s|%5.1s|", "hello", "hello", "hello", "hello", "hello");
  F("%*d|%-*d|%*d|%.*d|%.*s|%.*d", 6, 1, 6, 2, -6, 3, 4, 5, 2, "abc", -1, 9);
  F("%s", (char *)0);
  F("%i %d", 2147483647, -2147483647 - 1);
  F("%lld", -9223372036854775807LL - 1);
  return 0;
}
