extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int calls;

// Callers pass what they have checked.
int half(int of)
{
    calls = 1;
    return of / 2;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 10) {
        return 0;
    }
    if (half(n) > 5 || half(10 - n) < 0) {
        reach_error();
    }
    return calls - 1;
}
// interval: entry half: (calls == 0 && 0 <= of && of <= 10) || (calls == 1 && 0 <= of && of <= 10)
// interval: entry main: calls == 0
// value: entry half: 0 <= of && of <= 10
// interval by functions: entry half: (calls == 0 && 0 <= of && of <= 10) || (calls == 1 && 0 <= of && of <= 10)
// interval by functions: entry main: calls == 0
// value by functions: entry half: 0 <= of && of <= 10
// value by loops: entry half: 0 <= of && of <= 10
// predicate by functions: entry half: 0 <= calls && calls <= 1 && 0 <= of && of <= 10
// predicate by functions: entry main: 0 == calls
