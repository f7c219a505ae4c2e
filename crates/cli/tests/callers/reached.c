/* What a program reaches is called before others as well, and leaves something in static variables. */
static int chosen, table[4];

void choose(int which)
{
    chosen = which;
}

int pick(void)
{
    return table[chosen]; //~ array-index needs chosen >= 0 && chosen <= 3
}

int main(void)
{
    choose(7);
    return 0;
}
