// expect: FALSE
// check: valid-free
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  char *text = malloc(8);
  while (text[0] && text[1])
    text++;
  free(text);
  return 0;
}
