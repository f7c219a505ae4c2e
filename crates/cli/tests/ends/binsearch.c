// expect: TRUE
// flags: --property termination --64
// with: LO
// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
static const int a[10] = { 1, 3, 4, 8, 9, 15, 22, 40, 41, 99 };
int main(void)
{
    int key = __VERIFIER_nondet_int();
    int lo = 0, hi = 9;
#ifdef LO
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if (a[mid] <= key) lo = mid;
        else hi = mid - 1;
    }
    return a[lo] == key;
#else
    while (lo <= hi) {
        int mid = lo + (hi - lo) / 2;
        if (a[mid] == key) return mid;
        if (a[mid] < key) lo = mid + 1;
        else hi = mid - 1;
    }
    return -1;
#endif
}
