// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
	int p = __VERIFIER_nondet_int();
	int q = __VERIFIER_nondet_int();

	while (p > 0 && q > 0) {
		if (__VERIFIER_nondet_bool()) {
			p--;
			q = __VERIFIER_nondet_int();
		} else {
			q--;
			p = __VERIFIER_nondet_int();
		}
	}
	return 0;
}
