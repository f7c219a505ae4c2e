// expect: TRUE
// flags: --property termination --64
extern char __VERIFIER_nondet_char(void);
/* squeeze "aa" to "a" ... supposedly */
int main(void)
{
    char s[6];
    int i;
    for (i = 0; i < 5; i++) s[i] = __VERIFIER_nondet_char();
    s[5] = 0;
    i = 0;
    while (s[i]) {
        if (s[i] == 'a' && s[i + 1] == 'a') {
            s[i + 1] = 'b';
            i = 0;
        } else if (s[i] == 'b' && s[i + 1] == 'b') {
            s[i + 1] = 'a';
            s[i] = 'a';
            i = 0;
        } else
            i++;
    }
    return s[0];
}
