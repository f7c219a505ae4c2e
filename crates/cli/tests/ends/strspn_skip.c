// expect: TRUE
// flags: --property termination --64
// with: BUG
// expect: FALSE
// flags: --property termination --64
extern char __VERIFIER_nondet_char(void);

#ifdef BUG
/* skip blanks, then take one word */
#endif
int main(void)
{
    char line[8];
    int i, words = 0;
    for (i = 0; i < 7; i++)
        line[i] = __VERIFIER_nondet_char();
    line[7] = '\0';

    i = 0;
    while (line[i] != '\0') {
        while (line[i] == ' ')
            i++;
        if (line[i] >= 'a' && line[i] <= 'z') {
#ifdef BUG
            words = (words + 1) & 15;
#else
            words++;
#endif
            while (line[i] >= 'a' && line[i] <= 'z')
                i++;
#ifndef BUG
        } else if (line[i]) {
            i++;
#endif
        }
    }
    return words;
}
