// expect: UNKNOWN
// Of what follows an array of negative length nothing is said: compilers go on.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int length = __VERIFIER_nondet_int();
    int numbers[length];
    if (length < 0) {
        reach_error();
    }
    return (int)sizeof numbers;
}
