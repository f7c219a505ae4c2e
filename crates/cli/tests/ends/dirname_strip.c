// expect: TRUE
// flags: --property termination --64
extern char __VERIFIER_nondet_char(void);
int main(void)
{
    char path[20];
    int i, last = -1;
    for (i = 0; i < 19; i++) path[i] = __VERIFIER_nondet_char();
    path[19] = 0;
    for (i = 0; path[i]; i++)
        if (path[i] == '/') last = i;
    while (last > 0 && path[last] == '/') {
        path[last] = 0;
        last--;
    }
    return last;
}
