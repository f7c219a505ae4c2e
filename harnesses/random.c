/* Runs a harness on random inputs: exit code 1 where an assertion fails. The harness is compiled with -Dmain=harness. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int harness(void);

static jmp_buf next;
static unsigned long state = 88172645463325252ul;

static unsigned long draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

unsigned char __VERIFIER_nondet_uchar(void)
{
    static const char likely[] = "\r\n\0\0\"\\\"/*/*==..::-_+@#0011279aAfFgzZ \x80\x81\x82\xff\xc2\xe0\xed\xf0\xf4";
    unsigned long d = draw() >> 8;
    return (d & 3) == 0 ? (unsigned char)(d >> 3) : (unsigned char)likely[(d >> 3) % sizeof likely];
}

unsigned long __VERIFIER_nondet_ulong(void)
{
    unsigned long d = draw(), shift = (draw() >> 8) % 64;
    return (draw() >> 8) & 1 ? d >> shift : ~(d >> shift);
}

unsigned int __VERIFIER_nondet_uint(void)
{
    return (draw() >> 8) & 1 ? (unsigned)__VERIFIER_nondet_ulong() : (unsigned)(draw() >> 8) % 10;
}

int __VERIFIER_nondet_int(void)
{
    return (int)__VERIFIER_nondet_uint();
}

void abort(void)
{
    longjmp(next, 1);
}

void __assert_fail(const char *what, const char *file, unsigned line, const char *function)
{
    (void)function;
    fprintf(stderr, "%s:%u: %s\n", file, line, what);
    _exit(1);
}

int main(int count, char **arguments)
{
    volatile long runs = count > 1 ? atol(arguments[1]) : 1000;
    volatile long through = 0;
    while (runs-- > 0)
        if (setjmp(next) == 0) {
            harness();
            through++;
        }
    printf("%ld\n", through);
    return through == 0 ? 2 : 0;
}
