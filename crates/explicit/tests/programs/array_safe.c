// true
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
struct pair { int a; int b[3]; };
struct pair p = { 1, { 2, 3, 4 } };
int t[5] = { 1, 2, 3, 4, 5 };
int main(void) {
    struct pair q = p;
    int sum = 0;
    for (int i = 0; i < 5; i++) { sum += t[i]; t[i] = 0; }
    if (sum != 15 || t[4] != 0 || q.a != 1) reach_error();
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k < 3 && q.b[k] != k + 2) reach_error();
}
