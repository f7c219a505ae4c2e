// expect: TRUE
// check: alignment
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);

struct item {
  char tag;
  double value;
  struct item *next;
};

int main(void) {
  struct item *first = 0;
  for (int i = 0; i < 3; i++) {
    struct item *new = malloc(sizeof *new);
    new->tag = (char)i;
    new->value = i;
    new->next = first;
    first = new;
  }
  while (first) {
    struct item *next = first->next;
    free(first);
    first = next;
  }
  return 0;
}
