// expect: FALSE
// check: valid-deref
int puts(const char *);
void *malloc(unsigned long);
void free(void *);
int main(void) {
  char *name = malloc(4);
  if (!name)
    return 1;
  name[0] = 0;
  free(name);
  puts(name);
  return 0;
}
