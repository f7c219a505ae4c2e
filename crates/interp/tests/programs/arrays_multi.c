void emit(unsigned long long value);
/* Arrays of arrays. */
int main(void) {
    int m[3][4][2];
    for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) for (int k = 0; k < 2; k++) m[i][j][k] = i * 100 + j * 10 + k;
    int *f = &m[0][0][0], s = 0;
    for (int i = 0; i < 24; i++) s = s * 3 + f[i];
    emit(s);
    emit(m[2][3][1]);
    emit(sizeof m);
    emit(sizeof m[0]);
    emit(sizeof *m[0][0]);
    int (*p)[4][2] = m + 1;
    emit((*p)[2][1]);
    emit(p[1][0][0]);
    char names[][6] = {"one", "three", "five"};
    emit(sizeof names);
    emit(names[1][4]);
    emit(names[0][3]);
    double d[2][2] = {{1, 2}, {3}};
    emit(d[1][0] + d[1][1]);
    return 0;
}
