// bmc: false, k-induction: false, bound: 8
/* Two heads of one loop, each followed by the other: shown for each k from one of them only. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g = 1;
static int f(int a) {
int b = a;
b = b - g;
return b;
}
int main(void) {
int a = 0, b = 1;
if (g < 1) goto in101;
while ((a & 1) == 0) {
b = f(a);
g = f(a);
in101:;
if (g <= a) {
a = a - a;
} else {
if ((b & 1) == 1 && g <= b) reach_error();
}
a = 2;
b = b - b;
}
return 0;
}
