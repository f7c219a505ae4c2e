// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __builtin_va_list va_list;
static int sink;
static int vget(const char *f, va_list ap) {
  int r = 0;
  for (; *f; f++) switch (*f) {
    case 'i': r += __builtin_va_arg(ap, int); break;
    case 'd': r += (int)__builtin_va_arg(ap, double); break;
    case 'L': r += (int)__builtin_va_arg(ap, long double); break;
    case 'p': { int *q = __builtin_va_arg(ap, int *); r += *q; *q = 9; break; }
  }
  return r;
}
static int get(const char *f, ...) {
  va_list ap, aq;
  __builtin_va_start(ap, f);
  __builtin_va_copy(aq, ap);
  int r = vget(f, ap);
  __builtin_va_end(ap);
  sink = __builtin_va_arg(aq, int);
  __builtin_va_end(aq);
  return r;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 1000) return 0;
  int y = 7;
  char c = 'A'; float f = 2.5f;
  int r = get("iidpL", x, c, f, &y, 4.0L);
  if (r != x + 65 + 2 + 7 + 4) reach_error();
  if (sink != x || y != 9) reach_error();
  return 0;
}
