// expect: UNKNOWN
// check: valid-deref
// Who made the pointer, and of what, the program does not say.
extern int *lend(void);

int main(void) {
  int *lent = lend();
  if (!lent)
    return 0;
  return lent[3];
}
