void emit(unsigned long long value);
/* Bit-fields wider than int in arithmetic with other types, with effects beside them. */
struct s {
    long long m : 41;
    long long n : 63;
}
r = {-5, -6}, q[2];
static int calls;
static long long whole(double x) {
    calls++;
    return x;
}
int main(void) {
    int u = -3;
    emit((r.m + ({ int t = u; t ^ whole(3.0); })));
    emit((r.m + ({ int t = u; t; })));
    emit((r.n + ({ int t = u; t ^ whole(4.0); })) ^ 1);
    emit((r.m + whole(2)) ^ (u >> 3));
    emit((r.n + whole(2)) ^ (u >> 3));
    emit(r.m * whole(1ll << 30) * whole(1 << 20));
    emit(r.n * whole(1ll << 30) * whole(1 << 30));
    long long v = (r.n = 1ll << 61) + whole(3);
    emit(v);
    v = (r.m = 1ll << 40) + u;
    emit(v);
    r.m += whole(1ll << 39);
    emit(r.m);
    r.n++;
    emit(r.n);
    emit(r.n-- + whole(1));
    emit(--r.m + whole(1));
    emit(r.m > u);
    emit((unsigned)u > r.m);
    emit(r.m / 7);
    emit(r.m % 7);
    emit(r.m & u);
    emit(-r.m + whole(1));
    emit(~r.n + u);
    emit((u ? r.m : u) + whole(2));
    emit((u ? r.n : whole(3)) * 4);
    emit((r.m, r.n) * 8);
    emit((double)r.m < 0);
    emit(r.m << 3);
    emit(r.m >> 3);
    emit(u << (r.m & 3));
    emit((int)r.m + 1);
    emit((long long)r.n * 16);
    emit(+r.n * 16);
    q[0].m = r.m;
    q[1] = r;
    emit(q[0].m + q[1].n);
    switch (r.m * 2) {
        case 0:
        emit(1);
        break;
        default:
        emit(2);
    }
    emit((r.m ^ u) < 0);
    emit(r.m == r.n);
    emit((_Bool)r.m + r.n);
    emit(({ long long t = r.m; t * 4096; }));
    emit(r.m + (unsigned)u);
    emit(r.m * (unsigned)u);
    emit((r.m << 20) + 1ull);
    emit(r.m * 3ul);
    emit(r.m * 3l);
    emit(r.n * 3l);
    emit((r.m = u) * whole(1ll << 40));
    emit((r.n = u) * 1);
    emit(r.m ? r.n : 0);
    return 0;
}
