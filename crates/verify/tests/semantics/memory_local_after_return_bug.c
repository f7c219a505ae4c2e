// expect: FALSE
// check: valid-deref
static int *last;

static void note(void) {
  int value = 3;
  last = &value;
}

int main(void) {
  note();
  return *last;
}
