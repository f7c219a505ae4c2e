// expect: UNKNOWN
// A table of functions that is given as const is called from all the same. Which of them is not known.
extern void reach_error(void);
struct operations { void (*run)(void); };
extern void enlist(const struct operations *);
static int state;
static void run(void) { state = 1; }
static const struct operations mine = {run};
int main(void) {
    enlist(&mine);
    if (state) reach_error();
    return 0;
}
