// expect: true true
// States meet again: the inputs of the rounds before are forgotten.
extern int in(void);
extern void reach_error(void);
int main(void) {
    int s = 0, last = 0;
    while (1) {
        int input = in();
        if (input < 1 || input > 3) return 0;
        if (input == 1 && s == 0) s = 1;
        else if (input == 2 && s == 1) s = 2;
        else if (input == 3 && s == 2) s = 0;
        last = input;
        if (s < 0 || s > 2 || last > 3) reach_error();
    }
}
