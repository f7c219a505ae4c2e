// expect: UNKNOWN
// flags: --32
__asm__(".globl foo\nfoo: ret");
int main(void) { return 0; }
