// expect: UNKNOWN
// check: valid-deref
// The second call's variable may lie where the first one's was, and C says nothing of what the pointer then is.
static int *last;

static int note(int value, int again) {
  int own = value;
  if (again)
    return *last + own;
  last = &own;
  return 0;
}

int main(void) {
  note(3, 0);
  return note(4, 1);
}
