// expect: FALSE
// What one way writes over the initial bytes of an array, the other has as they were.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void put(char *to, int c) {
  if (c < 0)
    return;
  to[0] = (char)c;
}
int main(void) {
  char line[4] = "ab";
  put(line, __VERIFIER_nondet_int());
  if (line[0] == -1)
    reach_error();
  return 0;
}
