// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
static int pending, handled;
static void accept_one(void) { if (pending < 100) pending++; }
static void handle(void) { if (pending > 0) { pending--; if (handled < 1000000) handled++; } }
int main(void)
{
    while (1) {
        int ev = __VERIFIER_nondet_int();
        if (ev == 1) accept_one();
        else if (ev == 2) handle();
        else if (ev == 3 && handled > 1000000) break;
    }
    return 0;
}
