// Splits each argument into names, numbers and signs, and adds up the numbers.
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum kind { END, NAME, NUMBER, SIGN, BAD };

struct token {
    enum kind kind;
    int value;
    char text[12];
};

static const char *scan(const char *p, struct token *t)
{
    while (*p == ' ' || *p == '\t')
        p++;
    t->value = 0;
    t->text[0] = '\0';
    if (*p == '\0') {
        t->kind = END;
    } else if (isdigit((unsigned char)*p)) {
        t->kind = NUMBER;
        while (isdigit((unsigned char)*p)) {
            int digit = *p++ - '0';
#if FAULT == 1
            if (t->value > INT_MAX / 10) {
#else
            if (t->value > (INT_MAX - digit) / 10) {
#endif
                t->kind = BAD;
                return p;
            }
            t->value = t->value * 10 + digit; /* fault 1 */
        }
    } else if (isalpha((unsigned char)*p) || *p == '_') {
        size_t length = 1;
        while (isalnum((unsigned char)p[length]) || p[length] == '_')
            length++;
        t->kind = NAME;
#if FAULT == 2
        if (length > sizeof t->text)
            length = sizeof t->text;
        memcpy(t->text, p, length);
        if (length < sizeof t->text)
            t->text[length] = '\0';
#else
        size_t kept = length < sizeof t->text ? length : sizeof t->text - 1;
        memcpy(t->text, p, kept);
        t->text[kept] = '\0';
#endif
        p += length;
    } else {
        t->kind = SIGN;
        t->text[0] = *p++;
        t->text[1] = '\0';
    }
    return p;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *p = argv[i];
        long long sum = 0;
        int numbers = 0;
        size_t letters = 0;
        struct token t;
        for (;;) {
            p = scan(p, &t);
            if (t.kind == END)
                break;
            if (t.kind == BAD) {
                fprintf(stderr, "tokenizer: a number is too large\n");
                return 1;
            }
            if (t.kind == NUMBER && numbers < 1000) {
                numbers++;
                sum += t.value;
            }
            if (t.kind == NAME)
                letters += strlen(t.text); /* fault 2 */
        }
        printf("%d numbers, their sum is %lld; %zu letters in names\n", numbers, sum, letters);
    }
    return 0;
}
