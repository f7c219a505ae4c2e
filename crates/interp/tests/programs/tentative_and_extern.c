void emit(unsigned long long value);
/* Tentative definitions, extern in blocks, functions declared late. */
int t;
int t;
extern int e;
static int s;
int t = 5;
static int s = 6;
int arr[];
int later(int);
int main(void) {
    extern int e, arr[];
    int later(int);
    emit(t);
    emit(e);
    emit(s);
    emit(arr[1]);
    emit(later(3));
    {
        extern int hidden;
        emit(hidden);
    }
    return 0;
}
int e = 7;
int arr[3] = {1, 2, 3};
int later(int x) {
    return x + t;
}
int hidden = 9;
