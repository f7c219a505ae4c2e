// expect: TRUE
// check: null-dereference
extern void *memcpy(void *, const void *, unsigned long);
extern void free(void *);
extern long strtol(const char *, char **, int);

int main(void) {
  char to[4];
  memcpy(to, 0, 0);
  free(0);
  return strtol("12", 0, 10) == 13;
}
