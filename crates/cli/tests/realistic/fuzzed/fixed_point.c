// Numbers with 16 binary places, and what goes wrong with them where a caller gives too much.
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

typedef int32_t fixed;

/* How often a result was cut to the range. */
static unsigned cut;

fixed fixed_of(int whole)
{
    return whole * 65536;
}

fixed fixed_of_double(double value)
{
    return (fixed)(value * 65536.0);
}

fixed fixed_of_double_cut(double value)
{
    if (!(value > -32768.0))
        return INT32_MIN;
    if (value >= 32767.0)
        return INT32_MAX;
    return (fixed)(value * 65536.0);
}

fixed fixed_add(fixed a, fixed b)
{
    if (b > 0 ? a > INT32_MAX - b : a < INT32_MIN - b) {
        cut++;
        return b > 0 ? INT32_MAX : INT32_MIN;
    }
    return a + b;
}

fixed fixed_multiply(fixed a, fixed b)
{
    int64_t product = (int64_t)a * b;
    product += product >= 0 ? 1 << 15 : -(1 << 15);
    return (fixed)(product / 65536);
}

fixed fixed_divide(fixed a, fixed b)
{
    int64_t wide = (int64_t)a * 65536;
    if (b == 0)
        return a < 0 ? INT32_MIN : INT32_MAX;
    return (fixed)(wide / b);
}

fixed fixed_remainder(fixed a, fixed b)
{
    return a % b;
}

fixed fixed_absolute(fixed a)
{
    return a < 0 ? -a : a;
}

fixed fixed_scale(fixed a, int power)
{
    if (power >= 0)
        return power > 14 ? 0 : a << power;
    return a >> -power;
}

unsigned fixed_root(unsigned value)
{
    unsigned root = 0;
    for (unsigned bit = 1u << 30; bit; bit >>= 2) {
        if (value >= root + bit) {
            value -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    return root;
}

int fixed_digits(int value)
{
    int digits = 0;
    do {
        digits++;
        value /= 10;
    } while (value);
    int powers[10] = {1};
    for (int i = 1; i < digits; i++)
        powers[i] = powers[i - 1] * 10;
    return powers[digits - 1];
}

fixed fixed_mean(const fixed *values, size_t count)
{
    int64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return (fixed)(sum / (int64_t)count);
}

int fixed_variance(const short *values, int count)
{
    int sum = 0, squares = 0;
    for (int i = 0; i < count; i++) {
        sum += values[i];
        squares += values[i] * values[i];
    }
    return count > 1 ? (squares - sum * sum / count) / (count - 1) : 0;
}

int fixed_bits(unsigned value)
{
    return 31 - __builtin_clz(value);
}

unsigned fixed_rotate(unsigned value, unsigned by)
{
    return value << by | value >> (32 - by);
}

long fixed_gap(signed char a, unsigned char b, short c)
{
    int gap = a * b - c;
    return 1000000 / (gap - 77) + (gap << 3);
}
