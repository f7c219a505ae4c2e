// expect: FALSE
// check: null-dereference
extern int __VERIFIER_nondet_int(void);
typedef struct file FILE; extern FILE *fopen(const char *, const char *); extern int fclose(FILE *);

int main(void) {
  char text[8] = "text";
  char *s = __VERIFIER_nondet_int() ? text : 0;
  fclose(fopen(text, text));
  return 0;
}
