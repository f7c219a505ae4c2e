// expect: TRUE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);
static char names[4][6];
static int counts[10];

int main(void) {
  unsigned at = __VERIFIER_nondet_int();
  for (int i = 0; i < 10; i++)
    counts[i] = i;
  if (at < 4)
    names[at][5] = 'x';
  return counts[at % 10];
}
