// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 1 1 1 1 1 1 1 1 1 1 1 1
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct st { unsigned top; int v[6]; };

int main(void) {
  struct st *s = malloc(sizeof *s);
  s->top = 0;
  int go;
  while ((go = __VERIFIER_nondet_int()) != 0) {
#ifdef BUG
    if (go > 0 && s->top <= 6)
#else
    if (go > 0 && s->top < 6)
#endif
      s->v[s->top++] = go;
    else if (go < 0 && s->top > 0)
      s->top--;
  }
  free(s);
  return 0;
}
