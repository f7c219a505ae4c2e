void emit(unsigned long long value);
/* switch with fall-through, default in the middle, negative and char cases. */
static int f(int x) {
    int r = 0;
    switch (x) {
        case 1:
        r += 1;
        case 2:
        r += 10;
        break;
        default:
        r += 1000;
        case -5:
        r += 100;
        break;
        case 'a':
        return 7;
        case 2147483647:
        {
            r = 3;
        }
    }
    return r;
}
int main(void) {
    int v[] = {0, 1, 2, 3, -5, 97, 2147483647, -1};
    for (int i = 0; i < 8; i++) emit(f(v[i]));
    switch (3) ;
    switch (v[1]) {
        emit(99);
    }
    switch (1) default: emit(5);
    switch (2) case 2: emit(6);
    return 0;
}
