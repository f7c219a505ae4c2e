/* Copies that take parts of what was written, in memory that was zero before. */
extern void *calloc(unsigned long, unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  unsigned char *from = calloc(1, 16), *to = calloc(1, 16);
  int r = 0;
  *(unsigned long long *)from = 0x0200000001ull;
  memcpy(to, from, 4);
  if (to[0] == 1) r = 1;
  memcpy(to + 8, from + 4, 4);
  if (to[8] == 2) r = 2;
  memcpy(to + 12, from + 8, 4);
  if (to[12] == 0) r = 3;
  return r;
}
