// expect: UNKNOWN
// check: valid-memcleanup
extern char *getenv(const char *);
// What it gives is not the program's to free; that is not told from what is.
int main(void) {
  char *s = getenv("HOME");
  return s != 0;
}
