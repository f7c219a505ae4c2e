// answers: UNKNOWN
// Equal string literals need not be one object.
extern void reach_error(void);
int main() {
  char*a="abc";
  char*b="abc";
  if (a==b) reach_error();
}
