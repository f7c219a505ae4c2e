// expect: true true
extern int in(void);
extern unsigned uin(void);
extern void reach_error(void);
static const int squares[8] = {0, 1, 4, 9, 16, 25, 36, 49};
struct pair { int key; unsigned flag : 3; short value; };
static int at(const int *numbers, int index) { return numbers[index]; }
static void read_tables(void) {
    unsigned i = uin();
    if (i >= 8) return;
    if (squares[i] != (int)(i * i)) reach_error();
    if (at(squares, (int)i) > 49) reach_error();
    if (at(squares + 3, (int)i - 3) != squares[i]) reach_error();
    if ("abcdefgh"[i] != 'a' + (int)i) reach_error();
}
static void write_elements(void) {
    int a[6];
    unsigned i = uin() % 6, j = uin() % 6;
    for (int k = 0; k < 6; k++) a[k] = k;
    a[i] = 100;
    if (a[i] != 100) reach_error();
    if (i != j && a[j] != (int)j) reach_error();
    a[j] = 200;
    if (a[j] != 200) reach_error();
    if (i != j && a[i] != 100) reach_error();
}
static void write_records(void) {
    struct pair pairs[4] = {{1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}};
    unsigned i = uin() & 3;
    pairs[i].flag = 7;
    pairs[i].value = -5;
    if (pairs[i].key != (int)i + 1 || pairs[i].flag != 7 || pairs[i].value != -5) reach_error();
    if (i != 2 && pairs[2].flag != 3) reach_error();
}
static void write_rows(void) {
    char rows[3][4] = {{0}};
    unsigned i = uin() % 3;
    rows[i][1] = 1;
    if (rows[0][1] + rows[1][1] + rows[2][1] != 1) reach_error();
    if (rows[i][2] || rows[1][0] || rows[2][3]) reach_error();
}
static void read_unknown(void) {
    unsigned char bytes[5], i = (unsigned char)uin();
    if (i > 4) return;
    int old = bytes[i];
    bytes[(i + 1) % 5] = 9;
    if (bytes[i] != old) reach_error();
}
int main(void) {
    switch (in()) {
    case 0: read_tables(); break;
    case 1: write_elements(); break;
    case 2: write_records(); break;
    case 3: write_rows(); break;
    default: read_unknown(); break;
    }
    return 0;
}
