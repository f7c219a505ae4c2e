int limit = 4;
int check(void) { return 3; }
