void emit(unsigned long long value);
/* Names of parameters, labels, members and tags live apart. */
struct x {
    int x;
};
static int x(struct x x) {
    x: if (x.x < 5) {
        x.x++;
        goto x;
    }
    return x.x;
}
typedef struct y {
    struct y *y;
    int z;
}
y;
static int z(y *z) {
    return z->y ? z->y->z : z->z;
}
int main(void) {
    struct x main = {2};
    emit(x(main));
    y a = {0, 3}, b = {&a, 4};
    emit(z(&a));
    emit(z(&b));
    int z = 7;
    {
        typedef char z;
        emit(sizeof(z));
    }
    emit(z);
    for (int z = 0; z < 1; z++) {
        int z = 5;
        emit(z);
    }
    return 0;
}
