// expect: FALSE
extern void _assert(const char *, const char *, unsigned);
int main(void) { _assert("f", "g", 2); return 0; }
