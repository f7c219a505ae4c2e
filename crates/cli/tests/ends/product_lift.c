// expect: TRUE
// flags: --property termination --64
// with: EXEC
// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
#ifdef EXEC
static int floorNo, dir = 1, doorOpen, executive;
#else
static int floorNo, dir = 1, doorOpen;
#endif
static _Bool call[4];
static void step(void)
{
#ifdef EXEC
    if (call[floorNo] && !(executive && floorNo != 2)) { doorOpen = 1; call[floorNo] = 0; return; }
#else
    if (call[floorNo]) { doorOpen = 1; call[floorNo] = 0; return; }
#endif
    doorOpen = 0;
    if (floorNo == 3) dir = -1;
    else if (floorNo == 0) dir = 1;
    floorNo += dir;
}
static int any(void)
{
    for (int i = 0; i < 4; i++) if (call[i]) return 1;
    return 0;
}
int main(void)
{
    for (int i = 0; i < 4; i++) call[i] = __VERIFIER_nondet_bool();
#ifdef EXEC
    executive = __VERIFIER_nondet_bool();
#else
    floorNo = __VERIFIER_nondet_int();
    if (floorNo < 0 || floorNo > 3) floorNo = 0;
    if (__VERIFIER_nondet_bool()) dir = -1;
#endif
    while (any())
        step();
    return doorOpen;
}
