// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 3
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct item { int key; struct item *next; };

int main(void) {
  struct item *head = 0;
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 4)
    n = 4;
  while (n) {
    struct item *fresh = malloc(sizeof(struct item));
    fresh->key = n--;
    fresh->next = head;
    head = fresh;
  }
  while (head) {
    struct item *gone = head;
#ifdef BUG
    free(gone);
#endif
    head = gone->next;
#ifndef BUG
    free(gone);
#endif
  }
  return 0;
}
