// expect: UNKNOWN
// flags: --64 --property termination
// Each call has a frame of its own, so its address is always another; the recursion has no end all the same.
int f(int *p){ int x = *p; return f(&x)+1; }
int main(){ int y=0; return f(&y); }
