// expect: TRUE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);

struct pair {
  int a, b[2];
};

static struct pair make(int a) {
  struct pair new = {a, {1, 2}};
  return new;
}

// An initialiser may write to what is const, in each pass through the loop.
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    const int limit = __VERIFIER_nondet_int();
    const char text[8] = "text";
    const struct pair own = {limit, {i}}, made = make(limit), same = own;
    const int table[3] = {[1] = limit};
    int *p = (int *)&own.b[1];
    sum ^= *p + made.a + same.b[0] + table[1] + text[3] + *(int *)&limit;
  }
  return sum;
}
