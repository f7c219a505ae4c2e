// expect: TRUE
// check: pointer-comparison
void *malloc(unsigned long);
struct pair {
  int first, second;
};
int main(void) {
  int table[4] = {0};
  struct pair pair = {1, 2};
  char *text = malloc(4), *end;
  if (!text)
    return 0;
  end = text + 4;
  for (int *at = table; at < table + 4; at++)
    *at = 1;
  return &pair.first < &pair.second && end > text && end - text == 4;
}
