void emit(unsigned long long value);
/* Constant tables: of structures, strings, functions, of differing lengths. */
static int neg(int x) {
    return -x;
}
static int sqr(int x) {
    return x * x;
}
static const struct {
    const char *name;
    int (*f)(int);
    int args[3];
    unsigned n;
}
table[] = {{"neg", neg, {1, 2}, 2}, {"sqr", sqr, {3, 4, 5}, 3}, {"none", 0}};
static const char *const days[] = {"mon", "tue", [4] = "fri"};
static const int primes[] = {2, 3, 5, 7, 11}, count = sizeof primes / sizeof *primes;
int main(void) {
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++) {
        emit(table[i].name[0]);
        if (table[i].f) for (unsigned j = 0; j < table[i].n; j++) emit(table[i].f(table[i].args[j]));
        else emit(table[i].n);
    }
    for (int i = 0; i < 5; i++) emit(days[i] ? days[i][2] : 0);
    int p = 1;
    for (int i = 0; i < count; i++) p *= primes[i];
    return p & 127;
}
