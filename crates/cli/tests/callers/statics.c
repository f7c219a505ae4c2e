/* Static variables have what the functions of the file leave there, in any order of calls. */
static int stack[8];
static int top;

void push(int value)
{
    stack[top++] = value; //~ array-index needs top >= 0 && top <= 7
}

int pop(void)
{
    return stack[--top]; //~ array-index needs top != 0
}

/* Proved by what all functions leave: not by the value at the beginning, which is 1. */
static unsigned scale = 1;

void set_scale(unsigned to)
{
    scale = to % 3 + 1;
}

unsigned scaled(unsigned n)
{
    return n / scale;
}

/* The value at the beginning is harmless, and another function's is not. */
static int divisor = 1;

void set_divisor(int to)
{
    divisor = to;
}

int divided(int n)
{
    return 100 / divisor + n % 2; //~ division needs divisor != 0
}
