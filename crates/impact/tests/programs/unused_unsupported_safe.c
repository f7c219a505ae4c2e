// expected: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern int setjmp(void *);
int main(void)
{
    int x = 3;
    char buffer[400];
    if (x != 3) {
        setjmp(buffer);
        reach_error();
    }
    return 0;
}
