// answers: UNKNOWN
// The addresses of functions are not fixed.
extern void reach_error(void);
void f(void) {
}
int main() {
  unsigned long u=(unsigned long)f;
  if (u%32==0) reach_error();
}
