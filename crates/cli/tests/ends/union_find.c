// expect: TRUE|UNKNOWN
// flags: --property termination --64
extern unsigned __VERIFIER_nondet_uint(void);
#define N 6
static unsigned parent[N];
static unsigned find(unsigned x)
{
    while (parent[x] != x) {
        parent[x] = parent[parent[x]];
        x = parent[x];
    }
    return x;
}
int main(void)
{
    unsigned i;
    for (i = 0; i < N; i++) parent[i] = i;
    for (i = 0; i < 4; i++) {
        unsigned a = __VERIFIER_nondet_uint() % N, b = __VERIFIER_nondet_uint() % N;
        a = find(a);
        b = find(b);
        parent[a] = b;
    }
    return (int)find(0);
}
