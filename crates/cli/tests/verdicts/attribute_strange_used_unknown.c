// expect: UNKNOWN
// flags: --32
__attribute__((strange)) int f(void) { return 1; }
int main(void) { f(); return 0; }
