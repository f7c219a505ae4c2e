// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
enum st { HANGUP, DIAL, TRAIN, DATA, OFF };
int main(void)
{
    enum st s = HANGUP;
    int retries = 0;
    while (s != OFF) {
        switch (s) {
        case HANGUP:
            s = DIAL;
            break;
        case DIAL:
            if (retries >= 3) { s = OFF; break; }
            retries++;
            s = TRAIN;
            break;
        case TRAIN:
            s = __VERIFIER_nondet_int() ? DATA : HANGUP;
            break;
        case DATA:
            retries = 0;            /* link is good again */
            s = HANGUP;
            break;
        default:
            break;
        }
    }
    return 0;
}
