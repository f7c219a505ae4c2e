// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

extern void *memset(void *, int, unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  char a[8], b[8];
  memset(a, 7, sizeof a);
  memcpy(b, a, 4);
  b[4] = 1;
#ifdef BUG
  if (b[3] == 7 || b[4] != 1)
#else
  if (b[3] != 7 || b[4] != 1)
#endif
    reach_error();
  return 0;
}
