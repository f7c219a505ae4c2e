// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 1
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void *memcpy(void *, const void *, unsigned long);
extern unsigned long strlen(const char *);
struct value {
  enum { NUMBER, TEXT } tag;
  union { long number; char *text; } as;
};

static void fill(struct value *v, int choice) {
  if (choice) {
    v->tag = TEXT;
    v->as.text = malloc(4);
    memcpy(v->as.text, "abc", 4);
  } else {
    v->tag = NUMBER;
    v->as.number = 77;
  }
}

static void clear(struct value *v) {
  if (v->tag == TEXT) {
    free(v->as.text);
#ifndef BUG
    v->tag = NUMBER;
#endif
    v->as.number = 0;
  }
}

static int length(struct value *v) {
  return v->tag == TEXT ? (int)strlen(v->as.text) : 0;
}

int main(void) {
  struct value v;
  fill(&v, __VERIFIER_nondet_bool());
  int before = length(&v);
  clear(&v);
  return before + length(&v) > 3;
}
