// expect: TRUE
// flags: --property termination --64
extern char __VERIFIER_nondet_char(void);
static char *upcase(char *s)
{
    char *p;
    for (p = s; *p; ++p)
        if (*p >= 'a' && *p <= 'z')
            *p = (char)(*p - 'a' + 'A');
    return s;
}
int main(void)
{
    char b[16];
    unsigned i;
    for (i = 0; i < sizeof b; ++i) b[i] = __VERIFIER_nondet_char();
    b[15] = '\0';
    upcase(b);
    return b[0];
}
