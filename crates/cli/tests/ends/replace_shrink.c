// expect: TRUE
// flags: --property termination --64
extern char __VERIFIER_nondet_char(void);
int main(void)
{
    char s[6];
    int i, j;
    for (i = 0; i < 5; i++) s[i] = __VERIFIER_nondet_char();
    s[5] = 0;
    i = 0;
    while (s[i]) {
        if (s[i] == 'a' && s[i + 1] == 'a') {
            for (j = i; s[j]; j++) s[j] = s[j + 1];
            i = 0;
        } else
            i++;
    }
    return s[0];
}
