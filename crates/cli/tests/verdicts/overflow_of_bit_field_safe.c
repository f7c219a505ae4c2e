// expect: TRUE
// Whether a result fits a bit-field is asked of as many bits as that has, which gcc says of `__builtin_*_overflow_p` alone.
extern void reach_error(void);
struct s {
  unsigned a : 3;
  int b : 4;
  int c;
};

int main(void) {
  struct s s = {0};
  if (!__builtin_add_overflow_p(7, 1, s.a) || __builtin_add_overflow_p(6, 1, s.a))
    reach_error();
  if (!__builtin_mul_overflow_p(-3, 3, s.b) || __builtin_mul_overflow_p(-4, 2, s.b))
    reach_error();
  if (__builtin_sub_overflow_p(7, 100, s.c) || !__builtin_sub_overflow_p(0u, 1, s.a))
    reach_error();
  return 0;
}
