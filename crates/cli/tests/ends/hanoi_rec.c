// expect: TRUE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
static unsigned moves;
static void hanoi(int n, int a, int b, int c)
{
    if (n <= 0) return;
    hanoi(n - 1, a, c, b);
    moves++;
    hanoi(n - 1, c, b, a);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 15) n = 15;
    hanoi(n, 0, 1, 2);
    return (int)moves;
}
