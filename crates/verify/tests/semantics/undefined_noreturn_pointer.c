// expect: TRUE
extern void reach_error(void);
extern void die(int code) __attribute__((noreturn));
extern void quit(int code) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
int main(void) {
  void (*end)(int) = __VERIFIER_nondet_int() ? die : quit;
  end(1);
  reach_error();
}
