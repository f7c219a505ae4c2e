// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 1 2 3 2
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
enum { CLOSED, OPEN };

int main(void) {
  int state = CLOSED;
  int *handle = 0;
  for (int i = 0; i < 5; i++) {
    switch (__VERIFIER_nondet_int()) {
    case 1:
      if (state == CLOSED) {
        handle = malloc(sizeof *handle);
        state = OPEN;
      }
      break;
    case 2:
      if (state == OPEN)
        *handle = i;
      break;
    case 3:
      if (state == OPEN) {
        free(handle);
#ifdef BUG
        state = i > 2 ? CLOSED : OPEN;
#else
        state = CLOSED;
#endif
      }
      break;
    }
  }
  if (state == OPEN)
    free(handle);
  return 0;
}
