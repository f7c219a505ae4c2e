/* What a test program calls, for gcc: inputs from the file that CAIRN_INPUTS names, one a line; random numbers (of the
   seed in CAIRN_SEED) when there are no more. Reaching the error ends the program with status 42. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static FILE *inputs;
static unsigned long long state;
static unsigned long long bits(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}
static int line(char *text, int size) {
  if (!inputs && getenv("CAIRN_INPUTS")) inputs = fopen(getenv("CAIRN_INPUTS"), "r");
  return inputs && fgets(text, size, inputs);
}
static long long number(void) {
  char text[100];
  if (line(text, sizeof text)) return text[0] == '-' ? strtoll(text, 0, 0) : (long long)strtoull(text, 0, 0);
  if (!getenv("CAIRN_SEED")) return 0;
  if (!state) state = strtoull(getenv("CAIRN_SEED"), 0, 10) * 2654435761u + 88172645463325252u;
  switch (bits() % 4) {
  case 0: return bits() % 4;
  case 1: return (long long)(bits() % 32) - 16;
  case 2: return bits() % 256;
  default: return bits() >> bits() % 64;
  }
}
static long double real(void) {
  char text[100];
  if (line(text, sizeof text)) return strtold(text, 0);
  return getenv("CAIRN_SEED") ? number() / 8.0L : 0;
}
/* The sanitizers' own ends have another status. */
const char *__asan_default_options(void) { return "detect_leaks=0:exitcode=77"; }
const char *__ubsan_default_options(void) { return "halt_on_error=1:exitcode=77"; }
__attribute__((weak)) void reach_error(void) { _Exit(42); }
__attribute__((weak)) void __VERIFIER_error(void) { _Exit(42); }
void __assert_fail(const char *what, const char *file, unsigned where, const char *function) { _Exit(42); }
void __VERIFIER_assume(int condition) { if (!condition) _Exit(0); }
void assume_abort_if_not(int condition) __attribute__((weak));
void assume_abort_if_not(int condition) { if (!condition) _Exit(0); }
#define INPUT(type, name) type __VERIFIER_nondet_##name(void) { return (type)number(); }
INPUT(_Bool, bool) INPUT(_Bool, _Bool) INPUT(char, char) INPUT(signed char, schar) INPUT(unsigned char, uchar) INPUT(short, short)
INPUT(unsigned short, ushort) INPUT(int, int) INPUT(unsigned, uint) INPUT(unsigned, unsigned) INPUT(long, long)
INPUT(unsigned long, ulong) INPUT(long long, longlong) INPUT(unsigned long long, ulonglong) INPUT(unsigned long, size_t)
INPUT(unsigned char, u8) INPUT(unsigned short, u16) INPUT(unsigned, u32)
float __VERIFIER_nondet_float(void) { return real(); }
double __VERIFIER_nondet_double(void) { return real(); }
