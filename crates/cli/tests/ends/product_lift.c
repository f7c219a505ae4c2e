// expect: TRUE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
static int floorNo, dir = 1, doorOpen;
static _Bool call[4];
static void step(void)
{
    if (call[floorNo]) { doorOpen = 1; call[floorNo] = 0; return; }
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
    floorNo = __VERIFIER_nondet_int();
    if (floorNo < 0 || floorNo > 3) floorNo = 0;
    if (__VERIFIER_nondet_bool()) dir = -1;
    while (any())
        step();
    return doorOpen;
}
