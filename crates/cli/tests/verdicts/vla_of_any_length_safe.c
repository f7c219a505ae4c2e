// expect: TRUE
// An array that does not fit on the stack is no execution of interest, as one for which there is no memory.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int length = __VERIFIER_nondet_int();
    if (length < 2) {
        return 0;
    }
    int numbers[length];
    numbers[length - 1] = 7;
    numbers[0] = 3;
    if (numbers[length - 1] != 7) {
        reach_error();
    }
    return 0;
}
