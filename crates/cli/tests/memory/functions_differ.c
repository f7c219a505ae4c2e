// answers: TRUE, UNKNOWN
// auto: TRUE
// Functions have different addresses.
extern void reach_error(void);
void f(void) {
}
void g(void) {
}
int main() {
  void(*p)(void)=f;
  if (p==g) reach_error();
  if ((unsigned long)p!=(unsigned long)f) reach_error();
}
