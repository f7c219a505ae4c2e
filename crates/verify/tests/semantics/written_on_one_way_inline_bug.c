// expect: FALSE
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  char line[4] = "ab";
  int c = __VERIFIER_nondet_int();
  if (c < 0) {} else line[0] = (char)c;
  if (line[0] == -1) reach_error();
  return 0;
}
