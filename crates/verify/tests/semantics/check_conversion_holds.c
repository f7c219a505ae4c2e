// expect: TRUE
// check: conversion
extern unsigned __VERIFIER_nondet_uint(void);
struct header { short length; };
int main(void) {
  unsigned length = __VERIFIER_nondet_uint();
  if (length > 32767)
    return 1;
  struct header h = {0};
  h.length = length;
  unsigned char low = length;
  return h.length + low != 0;
}
