extern int ready;
__attribute__((constructor)) static void begin(void) { ready = 1; }
