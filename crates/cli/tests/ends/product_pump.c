// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
static int waterLevel = 1, methane, pumpRunning, systemActive = 1;
static void waterRise(void) { if (waterLevel < 2) waterLevel++; }
static void lowerWater(void) { if (waterLevel > 0) waterLevel--; }
static void changeMethane(void) { methane = !methane; }
static void processEnvironment(void)
{
    if (!pumpRunning && waterLevel == 2 && !methane) pumpRunning = 1;
    if (pumpRunning && (methane || waterLevel == 0)) pumpRunning = 0;
}
static void timeShift(void)
{
    if (pumpRunning) lowerWater();
    if (systemActive) processEnvironment();
}
int main(void)
{
    int splverifierCounter = 0;
    while (splverifierCounter < 4) {
        if (__VERIFIER_nondet_bool()) waterRise();
        if (__VERIFIER_nondet_bool()) changeMethane();
        if (__VERIFIER_nondet_bool()) {
            systemActive = !systemActive;
            splverifierCounter++;
        }
        timeShift();
    }
    return 0;
}
