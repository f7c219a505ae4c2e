// expect: FALSE
// check: alignment
extern int __VERIFIER_nondet_int(void);

struct __attribute__((packed)) message {
  char tag;
  int value;
};

static _Alignas(16) struct message messages[3];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 2)
    return 0;
  int *value = &messages[n].value;
  return *value;
}
