/* Heap objects, lists, freed memory, copies of memory. */
typedef __typeof__(sizeof(0)) size_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void free(void *);
extern void *memcpy(void *, const void *, size_t);
extern void *memset(void *, int, size_t);
extern int memcmp(const void *, const void *, size_t);
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 4; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = head;
    head = n;
  }
  int positive = 0;
  for (struct node *n = head; n; n = n->next)
    if (n->value > 0) positive++;
  if (head->value == head->next->value) {
    struct node *next = head->next;
    head->next = next->next;
    free(next);
  }
  int *a = calloc(4, sizeof(int));
  a[positive % 4] = 5;
  int b[4];
  memcpy(b, a, sizeof b);
  memset(a, 1, 6);
  a = realloc(a, 32);
  if (b[2] == 5) return 1;
  if (a[1] == 0x0101 && a[0] == 0x01010101) return 2;
  return memcmp(a, b, 4) == 0 ? 3 : 4;
}
