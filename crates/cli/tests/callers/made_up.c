/* What a made-up caller violates is needed of callers, in words where no clause says it; what every caller violates is violated. */
static const int table[4] = { 1, 2, 3, 4 };

int odd_only(unsigned n)
{
    return n % 2 ? 0 : table[4 + n % 2]; //~ array-index needs not odd_only(n = 0)
}

int whoever(int *unused)
{
    int sum = unused != 0;
    for (int i = 0; i <= 4; i++)
        sum += table[i]; //~ array-index violated
    return sum;
}

static int third(const int *of)
{
    return of[2]; //~ null-dereference violated
}

int hands_null_on(int n)
{
    return n + third(0); //~ overflow unknown
}
