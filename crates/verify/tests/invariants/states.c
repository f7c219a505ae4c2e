extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int locked = 0, state = 1;
    int *held = 0;
    int room = 0;
    // A state machine, with a pointer that is null or not.
    while (__VERIFIER_nondet_int()) {
        if (state == 1) {
            if (locked) {
                reach_error();
            }
            locked = 1;
            held = &room;
            state = 2;
        } else {
            if (!locked || held == 0) {
                reach_error();
            }
            locked = 0;
            held = 0;
            state = 1;
        }
    }
    return 0;
}
// value: loop 10: (locked == 0 && state == 1) || (locked == 1 && state == 2)
// symbolic: loop 10: (locked == 0 && state == 1) || (locked == 1 && state == 2)
// predicate: loop 10: (0 <= locked && locked <= 0 && 1 <= state && state <= 1) || (1 <= locked && locked <= 1 && 2 <= state && state <= 2)
// value-predicate: loop 10: (locked == 0 && state == 1) || (locked == 1 && state == 2)
// impact: loop 10: 0 <= locked && locked <= 1 && 1 <= state && state <= 2 && (((state <= 1 || 1 <= locked) && (locked <= 0 || 2 <= state)) || (state <= 1 && locked <= 0))
// impact by edges: loop 10: 0 <= locked && locked <= 1 && 1 <= state && state <= 2 && ((1 <= locked && 2 <= state) || (locked <= 0 && state <= 1))
// k-induction: loop 10: 0 <= locked && locked <= 1 && 1 <= state && state <= 2
// value by functions: loop 10: (locked == 0 && state == 1) || (locked == 1 && state == 2)
// value by loops: loop 10: (locked == 0 && state == 1) || (locked == 1 && state == 2)
// predicate by functions: loop 10: (0 <= locked && locked <= 0 && state == 1) || (1 <= locked && locked <= 1 && 2 <= state && state <= 2)
// distributed: loop 10: (0 <= locked && locked <= 0 && 1 <= state && state <= 1) || (1 <= locked && locked <= 1 && 2 <= state && state <= 2)
