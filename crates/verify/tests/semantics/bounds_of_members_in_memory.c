// expect: FALSE
// What intervals tell of a member of a record that is in memory is no fact about another time.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static struct { int cells[2]; int state; } s;
int main(void) {
    s.cells[__VERIFIER_nondet_uint() & 1] = 7;
    s.state = 1;
    while (__VERIFIER_nondet_uint()) continue;
    s.state = 2;
    while (__VERIFIER_nondet_uint()) continue;
    if (s.state == 2) reach_error();
    return 0;
}
