// expect: TRUE|UNKNOWN
// flags: --property termination --64
extern char __VERIFIER_nondet_char(void);
enum { SP, ID, NUM, STR, END };
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
            else if (c == '"') { st = STR; pos++; }
            else if (c >= '0' && c <= '9') st = NUM;
            else if (c >= 'a' && c <= 'z') st = ID;
            else pos++;
            break;
        case ID:
            if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) pos++;
            else { st = SP; n++; }
            break;
        case NUM:
            if (c >= '0' && c <= '9') pos++;
            else { st = SP; n++; }
            break;
        case STR:
            if (!c) st = END;
            else { pos++; if (c == '"') { st = SP; n++; } }
            break;
        }
    }
    return n;
}
