static int count = 10;
static int next(void) { return count++; }
int other(void) { return next(); }
