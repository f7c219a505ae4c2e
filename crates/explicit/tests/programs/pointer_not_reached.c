// true
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int x;
void f(int *p) { *p = 1; }
int main(void) {
    int i = 0;
    while (i < 10) i++;
    if (i > 10) { f(&x); reach_error(); }
}
