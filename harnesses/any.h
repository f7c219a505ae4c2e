/* Values that may be any, and assumptions about them. */
#ifndef ANY_H
#define ANY_H

extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void abort(void);

#include <assert.h>

#define any_uchar __VERIFIER_nondet_uchar
#define any_int __VERIFIER_nondet_int
#define any_uint __VERIFIER_nondet_uint
#define any_ulong __VERIFIER_nondet_ulong

/* Executions where this does not hold are of no interest. */
static inline void assume(int condition)
{
    if (!condition) abort();
}

static inline void any_bytes(unsigned char *to, int count)
{
    for (int i = 0; i < count; i++) to[i] = any_uchar();
}

#endif
