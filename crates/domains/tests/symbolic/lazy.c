// expect: true -
// Everything kept unrolls the loop without end; the property needs neither i nor n.
extern int in(void);
extern void reach_error(void);
int main(void) {
    int n = in(), flag = in(), i = 0;
    if (flag < 2) return 0;
    while (i != n) i++;
    if (flag == 1) reach_error();
    return 0;
}
