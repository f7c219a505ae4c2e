// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 9 9

static unsigned char pool[33];
static unsigned taken;

static void *take(unsigned n) {
  unsigned need = (n + 3u) & ~3u;
#ifdef BUG
  if (n > sizeof pool - taken)
#else
  if (need > sizeof pool - taken)
#endif
    return 0;
  void *p = pool + taken;
  taken += need;
  return p;
}

int main(void) {
  for (int i = 0; i < 6; i++) {
    unsigned n = i * 2 + 1;
    unsigned char *p = take(n);
    if (!p)
      break;
    for (unsigned k = 0; k < ((n + 3u) & ~3u); k++)
      p[k] = (unsigned char)k;
  }
  return 0;
}
