int first(int x) { return x + 1; }
char *second(char *s) { return s; }
int third(int a, int b) { return a + b; }
int fourth(unsigned long *p) { return (int)(*p += 1); }
