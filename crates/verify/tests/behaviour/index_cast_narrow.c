// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 256
extern int __VERIFIER_nondet_int(void);
/* The comparison looks at a narrower number than the subscript. */
struct page { int used; unsigned char line[8]; };
static struct page pages[2];

int main(void) {
  int i = __VERIFIER_nondet_int();
#ifdef BUG
  if ((unsigned char)i >= 8)
#else
  if (i < 0 || i >= 8)
#endif
    return 1;
  pages[1].line[i] = 7;
  pages[0].used++;
  return pages[1].line[0];
}
