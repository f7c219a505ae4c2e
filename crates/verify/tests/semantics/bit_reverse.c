// expect: TRUE
// clang's `__builtin_bitreverse`: the bits in the other order, twice is nothing.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  unsigned x = __VERIFIER_nondet_uint();
  if (__builtin_bitreverse8(0x13) != 0xc8 || __builtin_bitreverse16(0x1234) != 0x2c48)
    reach_error();
  if (__builtin_bitreverse32(0x12345678u) != 0x1e6a2c48u || __builtin_bitreverse64(1ULL << 3) != 1ULL << 60)
    reach_error();
  if (__builtin_bitreverse8(__builtin_bitreverse8(c)) != c)
    reach_error();
  if ((__builtin_bitreverse32(x) & 1) != x >> 31)
    reach_error();
  return 0;
}
