// expect: FALSE
// check: float-conversion
enum level { LOW, HIGH };

int main(void) {
  enum level x = (enum level)1e11;
  return x == HIGH;
}
