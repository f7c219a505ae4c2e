// bmc: unknown, k-induction: true, bound: 8
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
int locked;
static void lock(void) { if (locked) reach_error(); locked = 1; }
static void unlock(void) { if (!locked) reach_error(); locked = 0; }
static void work(int n) { while (n > 0) { lock(); n--; unlock(); } }
int main(void) {
  while (__VERIFIER_nondet_int()) { work(__VERIFIER_nondet_int()); lock(); unlock(); }
  return 0;
}
