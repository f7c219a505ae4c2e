extern int state;
void set(void) { state = 1; }
