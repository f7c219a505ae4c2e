// expect: TRUE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
enum { IDLE, COIN, VEND, DONE };
int main(void)
{
    int st = IDLE, credit = 0, tries = 3;
    for (;;) {
        switch (st) {
        case IDLE:
            if (tries-- == 0) { st = DONE; break; }
            st = COIN;
            break;
        case COIN:
            credit += 5;
            if (credit >= 20) st = VEND;
            else if (__VERIFIER_nondet_int()) st = IDLE;
            break;
        case VEND:
            credit -= 20;
            st = IDLE;
            break;
        default:
            return 0;
        }
    }
}
