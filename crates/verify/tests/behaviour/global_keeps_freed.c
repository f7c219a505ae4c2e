// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 1 1
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(unsigned long);
extern void free(void *);
static int *current;

static void open_one(void) {
  if (!current) {
    current = malloc(sizeof(int));
    *current = 0;
  }
}

static void close_one(void) {
  if (current) {
    free(current);
#ifdef BUG
    
#else
    current = 0;
#endif
  }
}

int main(void) {
  open_one();
  if (__VERIFIER_nondet_bool())
    close_one();
  open_one();
  *current += 1;
  close_one();
  return 0;
}
