// expect: FALSE
// `unreachable` without a body is a function like any other.
extern void reach_error(void);
extern void unreachable(void);

int main(void) {
  unreachable();
  reach_error();
  return 0;
}
