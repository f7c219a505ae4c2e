// expect: TRUE
// As many rounds as there are elements.
// with: BUG
// expect: FALSE
// One round too many writes the member behind the array.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct buffer {
  int data[4];
  int guard;
};
int main(void) {
  struct buffer buffer;
  int count = __VERIFIER_nondet_int();
#ifdef BUG
  if (count < 0 || count > 5)
#else
  if (count < 0 || count > 4)
#endif
    return 0;
  buffer.guard = 0;
  for (int i = 0; i < count; i++)
    buffer.data[i] = 1;
  if (buffer.guard)
    reach_error();
  return 0;
}
