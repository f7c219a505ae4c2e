// expect: TRUE
// flags: --property termination --64
// with: RETRY
// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
#define STATUS_SUCCESS 0
#define STATUS_PENDING 259
static int lockHeld, irpCount, completed;
static void KeAcquire(void) { lockHeld = 1; }
static void KeRelease(void) { lockHeld = 0; }
static int Next(void)
{
    if (irpCount <= 0) return STATUS_PENDING;
    irpCount--;
    return STATUS_SUCCESS;
}
int main(void)
{
    int status, nPackets, nPacketsOld;
    irpCount = __VERIFIER_nondet_int();
    nPackets = 0;
    do {
        KeAcquire();
        nPacketsOld = nPackets;
        status = Next();
        if (status == STATUS_SUCCESS) {
            KeRelease();
#ifdef RETRY
            nPackets = (nPackets + 1) & 1023;
            if (__VERIFIER_nondet_int() < 0)
                irpCount++;               /* requeue */
#else
            nPackets++;
            if (__VERIFIER_nondet_int())
                completed = 1;
#endif
        }
    } while (nPackets != nPacketsOld);
    KeRelease();
    return completed;
}
