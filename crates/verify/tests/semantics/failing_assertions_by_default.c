// expect: FALSE
extern void __assert_perror_fail(int, const char *, unsigned, const char *);
int main(void) { __assert_perror_fail(1, "f", 2, "g"); return 0; }
