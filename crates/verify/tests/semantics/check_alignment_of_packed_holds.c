// expect: TRUE
// check: alignment
extern int __VERIFIER_nondet_int(void);

struct __attribute__((packed)) message {
  char tag;
  int value;
  short parts[2];
};

static char bytes[64];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 40)
    return 0;
  struct message *message = (struct message *)(bytes + n);
  message->value = 3;
  message->parts[1] = 4;
  return message->value;
}
