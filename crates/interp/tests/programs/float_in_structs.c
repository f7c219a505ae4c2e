void emit(unsigned long long value);
/* Floats in structures, arrays, unions, parameters, results. */
struct v3 {
    float x, y, z;
};
static struct v3 cross(struct v3 a, struct v3 b) {
    return (struct v3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static double dot(const struct v3 *a, const struct v3 *b) {
    return a->x * b->x + a->y * b->y + a->z * b->z;
}
static float scale(float f, double d, long double l) {
    return f * d / l;
}
int main(void) {
    struct v3 a = {1, 2.5f, -3}, b = {.z = 0.5f, .x = 4};
    struct v3 c = cross(a, b);
    emit((long long)(c.x * 1000));
    emit((long long)(c.y * 1000));
    emit((long long)(dot(&a, &c) * 1000));
    emit((long long)(scale(1.5f, 2.25, 3.0L) * 1e6f));
    double m[2][2] = {{1, 2}, {3, 4}};
    double t = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    emit((long long)t);
    union {
        float f;
        unsigned u;
    }
    u = {-0.0f};
    emit(u.u);
    u.f = 1.0f / 3;
    emit(u.u);
    return 0;
}
