// A calculator in reverse Polish notation: stack_calculator 2 3 + 4 x
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 8

struct stack {
    int values[DEPTH];
    int top;
};

static int push(struct stack *s, int value)
{
#if FAULT == 1
    if (s->top == DEPTH + 1)
#else
    if (s->top == DEPTH)
#endif
        return 0;
    s->values[s->top] = value; /* fault 1 */
    s->top++;
    return 1;
}

static int pop(struct stack *s, int *value)
{
    if (s->top == 0)
        return 0;
    s->top--;
    *value = s->values[s->top];
    return 1;
}

static int apply(char operation, int a, int b, int *result)
{
    switch (operation) {
    case '+':
        return !__builtin_add_overflow(a, b, result);
    case '-':
        return !__builtin_sub_overflow(a, b, result);
    case 'x':
        return !__builtin_mul_overflow(a, b, result);
    case '/':
        if (b == 0)
            return 0;
#if FAULT != 2
        if (a == INT_MIN && b == -1)
            return 0;
#endif
        *result = a / b; /* fault 2 */
        return 1;
    default:
        return 0;
    }
}

static int number(const char *text, int *value)
{
    char *end;
    errno = 0;
    long parsed = strtol(text, &end, 10);
    if (end == text || *end || errno || parsed < INT_MIN || parsed > INT_MAX)
        return 0;
    *value = (int)parsed;
    return 1;
}

int main(int argc, char **argv)
{
    struct stack s;
    s.top = 0;
    for (int i = 1; i < argc; i++) {
        int value;
        if (!number(argv[i], &value)) {
            int a;
            int b;
            if (argv[i][0] == '\0' || argv[i][1] != '\0' || !pop(&s, &b) || !pop(&s, &a)
                || !apply(argv[i][0], a, b, &value)) {
                fprintf(stderr, "stack_calculator: cannot do %s\n", argv[i]);
                return 1;
            }
        }
        if (!push(&s, value)) {
            fprintf(stderr, "stack_calculator: too deep\n");
            return 1;
        }
    }
    while (s.top > 0) {
        int value;
        pop(&s, &value);
        printf("%d\n", value);
    }
    return 0;
}
