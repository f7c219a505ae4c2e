/* Vectors of pointers, written at unknown places, by halves, and by bytes. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void *memcpy(void *, const void *, unsigned long);
char one[4] = "one", two[4] = "two", four[4] = "fou";
char *texts[200];
char *values[100];
char letters[40], copy[40];
int main(void) {
  unsigned count = __VERIFIER_nondet_uint() % 4 + 1, at = __VERIFIER_nondet_uint() % 3;
  unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 3, k = __VERIFIER_nondet_uint() % 3;
  texts[0] = one;
  texts[1] = two;
  texts[count] = 0;
  texts[at + 80] = two;
  if (!texts[0]) return 9;
  if (texts[80] && texts[80][0] != 't') return 9;
  int first = texts[80] ? 10 : 0;
  if (texts[1] && (texts[1][0] != 't' || texts[1][2] != 'o')) return 9;
  values[50] = one;
  values[i + 50] = one;
  values[j + 50] = two;
  if (values[k + 50] && values[k + 50][0] == 'o') return first + (k == j ? 9 : 1);
  values[at + 50] = four;
  *(unsigned char *)&values[i + 50] = *(unsigned char *)&values[j + 50];
  if (values[i + 50] == two) first += 40;
  if (values[at + 50] == four) first += 20;
  else if (i != at) return 9;
  *((char *)&values[60] + 1) = 1;
  if (!values[60]) return 9;
  *(char **)((char *)&values[at + 50] + sizeof(char *) / 2) = one;
  if (values[at + 50] == four) return first + 7;
  if (values[k + 51] == two) return first + 2;
  if (values[k + 51] == four) return first + 3;
  char letter = __VERIFIER_nondet_uint() % 64 + 1;
  letters[20] = letter;
  memcpy(copy, letters, __VERIFIER_nondet_uint() % 40);
  if (copy[20] == letter) {
    if (copy[20] == 0) return 9;
    return first + 4;
  }
  return first + 5;
}
