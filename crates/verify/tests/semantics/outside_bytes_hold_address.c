// expect: UNKNOWN
// An address that lies in characters is found there by a function without a body; which one, is not known for certain.
extern void reach_error(void);
extern void fill(char *);
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
    int x = 0;
    int *p = &x;
    char bytes[8];
    memcpy(bytes, &p, 8);
    fill(bytes);
    if (x == 1) reach_error();
    return 0;
}
