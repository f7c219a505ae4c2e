/* What is known at a first look holds whatever was called before: static variables of a file have any value, those of a function are not looked at. */
static int level;

void set(int to)
{
    level = to;
}

int by_level(int n)
{
    return n % 7 / level; //~ division needs level != 0
}

int at_third(void)
{
    static const int table[2] = { 1, 2 };
    static unsigned calls;
    return table[calls++]; //~ array-index needs not at_third(…)
}

int next(void)
{
    static unsigned char last;
    last++;
    return 300 - last;
}
