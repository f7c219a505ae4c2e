// expect: TRUE
// check: valid-deref
extern void *malloc(unsigned long);
struct flags {
  unsigned a : 3, b : 7, c : 12;
};

int main(void) {
  struct flags *flags = malloc(sizeof *flags);
  flags->a = 1;
  flags->c = 5;
  return flags->a + flags->c;
}
