// expect: FALSE
// flags: --property termination --64
extern char __VERIFIER_nondet_char(void);

/* skip blanks, then take one word */
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
            words = (words + 1) & 15;
            while (line[i] >= 'a' && line[i] <= 'z')
                i++;
        }
    }
    return words;
}
