// expect: TRUE
// flags: --32
extern void reach_error(void);
struct s { char c; _Atomic long long x; };
struct pair { int a, b; };
struct t { char c; _Atomic struct pair p; };
struct u { char c; _Atomic(short) s[3]; };
typedef _Atomic long long all;
struct v { char c; all x; };
_Alignas(64) char buf[64];
int main(void) {
  char local[3] __attribute__((aligned(256)));
  if (_Alignof(_Atomic long long) != 8) reach_error();
  if (__builtin_offsetof(struct s, x) != 8 || sizeof(struct s) != 16) reach_error();
  if (__builtin_offsetof(struct t, p) != 8) reach_error();
  if (__builtin_offsetof(struct u, s) != 2) reach_error();
  if (__builtin_offsetof(struct v, x) != 8) reach_error();
  if (_Alignof(buf) != 64 || ((unsigned long)buf & 63)) reach_error();
  if ((unsigned long)local & 255) reach_error();
  return 0;
}
