// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 6
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct packet { unsigned short length; unsigned char data[]; };

static struct packet *make(unsigned short length) {
  struct packet *p = malloc(sizeof(struct packet) + length);
  p->length = length;
  for (unsigned short i = 0; i < length; i++)
    p->data[i] = (unsigned char)(i * 3);
  return p;
}

int main(void) {
  unsigned short n = __VERIFIER_nondet_ushort();
  if (n > 6)
    n = 6;
  struct packet *p = make(n);
  unsigned sum = 0;
#ifdef BUG
  for (int i = 0; i <= p->length; i++)
#else
  for (int i = 0; i < p->length; i++)
#endif
    sum ^= p->data[i];
  free(p);
  return sum == 77;
}
