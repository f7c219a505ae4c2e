// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 2 1
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct entry { int key; char *text; };

static void sort2(struct entry *e) {
  if (e[0].key > e[1].key) {
    struct entry t = e[0];
    e[0] = e[1];
#ifdef BUG
    e[1].key = t.key;
#else
    e[1]= t;
#endif
  }
}

int main(void) {
  struct entry *e = malloc(2 * sizeof *e);
  for (int i = 0; i < 2; i++) {
    e[i].key = __VERIFIER_nondet_int();
    e[i].text = malloc(2);
    e[i].text[1] = 0;
  }
  sort2(e);
  for (int i = 0; i < 2; i++)
    free(e[i].text);
  free(e);
  return 0;
}
