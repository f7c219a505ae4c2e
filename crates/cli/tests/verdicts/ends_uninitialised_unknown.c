// expect: UNKNOWN
// flags: --64 --property termination
// The execution without end reads what has no value.
int main(){ int x; int y = x + 1; for(;;); }
