// expect: UNKNOWN
// check: alignment
extern int *elsewhere(void);

// Who made the pointer knows how it is aligned.
int main(void) {
  int *p = elsewhere();
  return p ? *p : 0;
}
