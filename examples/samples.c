// A buffer of any number of samples is clamped and copied; no copy is above the limit.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

#define LIMIT 4095
#define COUNT 50000

int samples[COUNT], copies[COUNT];

int main(void)
{
    for (int i = 0; i < COUNT; i++) {
        samples[i] = __VERIFIER_nondet_int();
        if (samples[i] > LIMIT)
            samples[i] = LIMIT;
    }
    for (int i = 0; i < COUNT; i++)
        copies[i] = samples[i];
    for (int i = 0; i < COUNT; i++)
        if (copies[i] > LIMIT)
            reach_error();
    return 0;
}
