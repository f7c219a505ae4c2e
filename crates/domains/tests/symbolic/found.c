// expect: false false
extern int in(void);
extern void reach_error(void);
int main(void) {
    int x = in(), sum = 0;
    if (x < 0 || x > 100) return 0;
    for (int i = 0; i < 10; i++) sum += x;
    if (sum == 630) reach_error();
    return 0;
}
