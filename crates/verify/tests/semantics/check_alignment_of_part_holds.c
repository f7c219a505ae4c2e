// expect: TRUE
// check: alignment
extern int __VERIFIER_nondet_int(void);

struct record {
  long number;
  char bytes[8];
};

static struct record own;

int main(void) {
  struct record *p = &own;
  int n = __VERIFIER_nondet_int();
  *(int *)(p->bytes + (n & 4)) = n;
  *(long *)own.bytes = n;
  return (int)p->number;
}
