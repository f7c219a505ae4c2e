// expect: FALSE
// check: conversion
// A length that does not fit the field that it is stored in.
extern unsigned __VERIFIER_nondet_uint(void);
struct header { short length; };
int main(void) {
  unsigned length = __VERIFIER_nondet_uint();
  if (length > 40000)
    return 1;
  struct header h = {0};
  h.length = length;
  return h.length != 0;
}
