// expect: TRUE
// `__builtin_object_size` is what gcc knows without optimisation.
extern void reach_error(void);

static struct record {
  char b[4];
  char c[4];
  int n;
} r;

int main(void) {
  char a[10];
  char *p = a;
  if (__builtin_object_size(a, 0) != 10 || __builtin_object_size(a + 3, 0) != 7 || __builtin_object_size(a + 11, 2) != 0)
    reach_error();
  if (__builtin_object_size(r.b, 0) != 12 || __builtin_object_size(r.b, 1) != 4 || __builtin_object_size(&r.n, 1) != 4)
    reach_error();
  if (__builtin_object_size((char *)&r + 2, 0) != 10 || __builtin_object_size(&r.c[2], 2) != 6)
    reach_error();
  if (__builtin_object_size(p, 0) != -1ul || __builtin_object_size(p, 2) != 0)
    reach_error();
  return 0;
}
