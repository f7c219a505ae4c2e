// expect: FALSE
extern void __assert_func(const char *, int, const char *, const char *);
int main(void) { __assert_func("f", 2, "g", "e"); return 0; }
