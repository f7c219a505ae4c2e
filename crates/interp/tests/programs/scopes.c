void emit(unsigned long long value);
/* Shadowing of variables, typedefs, tags and enumeration constants. */
int x = 1;
typedef int T;
enum { E = 5 };
struct S {
    int a;
};
static int f(int x) {
    {
        int x = 3;
        {
            extern int x;
            emit(x);
        }
        emit(x);
    }
    return x;
}
int main(void) {
    emit(x);
    emit(f(2));
    int x = 10;
    emit(x);
    {
        T T = 7;
        emit(T);
        enum { E = 8 };
        emit(E);
        struct S {
            char a[9];
        };
        emit(sizeof(struct S));
        int x = x = 4;
        emit(x);
    }
    emit(E);
    emit(sizeof(struct S));
    for (int x = 0; x < 2; x++) {
        int x = 30;
        emit(x);
    }
    emit(x);
    T y = 6;
    emit(y);
    if (sizeof(struct Q { int a, b; }) == 8) {
        struct Q q = {1, 2};
        emit(q.b);
    }
    return 0;
}
