// expect: UNKNOWN
// check: alignment

// Where an array of bytes lies, nothing says.
static char bytes[8];

int main(void) { return *(int *)bytes; }
