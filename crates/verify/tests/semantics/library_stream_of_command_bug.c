// expect: FALSE
// check: null-dereference
// A command that cannot be started has no stream.
struct _IO_FILE *popen(const char *, const char *);
int pclose(struct _IO_FILE *);
int main(void) { return pclose(popen("true", "r")); }
