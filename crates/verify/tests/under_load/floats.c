extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    if (!(x >= 0.0f && x <= 100.0f)) return 0;
    float y = x;
    for (int i = 0; i < 4; i++) {
        y = y * 0.5f + 1.0f;
        if (y > 101.0f) reach_error();
    }
    return 0;
}
