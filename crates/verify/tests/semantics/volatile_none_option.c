// expect: TRUE
// option: volatile=none
// What the environment may change is read as if it did not.
extern void reach_error(void);
extern volatile int status;
int main(void) {
  int first = status;
  if (first != status) reach_error();
  return 0;
}
