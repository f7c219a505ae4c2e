// false
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int add(int a, int b) { int i = 0; while (i < b) { a++; i++; } return a; }
int main(void) {
    int x = add(add(1, 2), 3);
    int y = add(x, x);
    if (y == 12) reach_error();
}
