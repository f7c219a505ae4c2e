// expect: TRUE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
	int outer = __VERIFIER_nondet_int();
	int inner = __VERIFIER_nondet_int();

	while (outer > 0 && inner > 0) {
		if (__VERIFIER_nondet_bool()) {
			outer--;
			inner = __VERIFIER_nondet_int();
		} else {
			inner--;
		}
	}
	return 0;
}
