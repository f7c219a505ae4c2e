// expect: FALSE
// flags: --property termination --64
extern char __VERIFIER_nondet_char(void);
enum { SP, ID, NUM, END };
int main(void)
{
    char src[24];
    int i, st = SP, pos = 0, n = 0;
    for (i = 0; i < 23; i++) src[i] = __VERIFIER_nondet_char();
    src[23] = 0;
    while (st != END) {
        char c = src[pos];
        switch (st) {
        case SP:
            if (!c) st = END;
            else if (c >= '0' && c <= '9') st = NUM;
            else if ((c >= 'a' && c <= 'z') || c == '_') st = ID;
            else pos++;
            break;
        case ID:
            if (c >= 'a' && c <= 'z') pos++;
            else { st = SP; n ^= 1; }
            break;
        case NUM:
            if (c >= '0' && c <= '9') pos++;
            else { st = SP; n ^= 2; }
            break;
        }
    }
    return n;
}
