// Reads words, numbers and escapes from a text, and keeps what it has seen in tables of its own.
#include <ctype.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct cursor {
    const char *text;
    unsigned at;
    unsigned short line : 9;
    signed int depth : 4;
};

static const char digits[] = "0123456789abcdef";
static unsigned counts[8];
static char last[6];

int scan_number(const char *text, int *value)
{
    int sign = 1, number = 0;
    if (*text == '-') {
        sign = -1;
        text++;
    }
    if (!isdigit((unsigned char)*text))
        return 0;
    while (isdigit((unsigned char)*text)) {
        if (number > (INT_MAX - 9) / 10)
            return 0;
        number = number * 10 + (*text++ - '0');
    }
    *value = sign * number;
    return 1;
}

int scan_hex(const char *text)
{
    int value = 0;
    for (int i = 0; text[i]; i++) {
        const char *found = strchr(digits, tolower((unsigned char)text[i]));
        value = value << 4 | (int)(found - digits);
    }
    return value;
}

char scan_digit(int value)
{
    return digits[value % 16];
}

char scan_digit_right(unsigned value)
{
    return digits[value % 16];
}

/* Without the spaces at its ends, in place. */
char *scan_trim(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* Forgets that a text may be empty. */
char *scan_chop(char *text)
{
    char *end = text + strlen(text) - 1;
    if (*end == '\n')
        *end = '\0';
    return text;
}

int scan_keep(const char *text)
{
    size_t length = strlen(text);
    strcpy(last, text);
    last[length + 1] = '!';
    return last[0];
}

int scan_keep_number(int number)
{
    char *at = last + sizeof last;
    *--at = '\0';
    do {
        *--at = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    return *at;
}

unsigned scan_count(const unsigned char *bytes, size_t length)
{
    unsigned most = 0;
    for (size_t i = 0; i < length; i++)
        counts[bytes[i] & 7]++;
    for (unsigned i = 0; i <= 7; i++)
        if (counts[i] > counts[most])
            most = i;
    return most;
}

unsigned scan_count_all(const signed char *bytes, size_t length)
{
    unsigned sum = 0;
    for (size_t i = 0; i < length; i++)
        sum += ++counts[bytes[i] % 8];
    return sum;
}

int scan_step(struct cursor *c)
{
    switch (c->text[c->at]) {
    case '\0':
        return 0;
    case '\n':
        c->line++;
        break;
    case '(':
        c->depth++;
        break;
    case ')':
        if (c->depth == 0)
            return -1;
        c->depth--;
        break;
    default:
        break;
    }
    c->at++;
    return counts[c->depth & 7] != 0;
}

int scan_step_checked(struct cursor *c)
{
    if (c->at >= 3 || !c->text)
        return -2;
    return scan_step(c);
}

char *scan_double(const char *text, size_t length)
{
    char *copy = malloc(2 * length + 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, length);
    memcpy(copy + length, copy, length);
    copy[2 * length] = '\0';
    return copy;
}

int scan_escape(const char *text, char *out, size_t size)
{
    size_t at = 0;
    while (*text) {
        if (*text == '\\')
            text++;
        if (at + 1 > size)
            return -1;
        out[at++] = *text++;
    }
    out[at] = '\0';
    return (int)at;
}
