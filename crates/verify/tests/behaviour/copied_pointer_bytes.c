// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 1
extern void *malloc(unsigned long);
extern void free(void *);
extern void *memcpy(void *, const void *, unsigned long);
/* A record with a pointer is copied by bytes. */
struct owner { char tag; int *data; };

int main(void) {
  struct owner a, b;
  a.tag = 'a';
  a.data = malloc(3 * sizeof(int));
  a.data[2] = 5;
#ifdef BUG
  memcpy(&b, &a, sizeof a.tag);
#else
  memcpy(&b, &a, sizeof a);
#endif
  int x = b.tag == 'a' ? b.data[2] : 0;
  free(a.data);
  return x - 5;
}
