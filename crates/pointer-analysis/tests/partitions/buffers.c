// Bytes: copies of unknown length, fills.
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
char from[16], to[16];
int words[4];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 16) return 0;
  for (int i = 0; i < n; i++) from[i] = i;
  char *at = to;
  memcpy(at, from, n);
  memset(at + 1, 1, n / 2);
  char *heap = malloc(16);
  memcpy(heap, at, n);
  for (char *p = heap; p < heap + n; p++) *p += 1;
  memset(words, 0, sizeof words);
  for (int *w = words; w < words + 4; w++) *w += n;
  return n ? heap[n - 1] + to[0] + words[3] : 0;
}
