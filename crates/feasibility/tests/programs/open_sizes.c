/* Copies, allocations and reallocations whose sizes are inputs. */
typedef __typeof__(sizeof(0)) size_t;
extern void *malloc(size_t);
extern void *realloc(void *, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void *memmove(void *, const void *, size_t);
extern void *memset(void *, int, size_t);
extern unsigned __VERIFIER_nondet_uint(void);
char letters[40], copy[40], wide[300], target[300];
int numbers[10], others[10];
int main(void) {
  unsigned two = __VERIFIER_nondet_uint() % 3;
  short pair[2] = {0};
  memset(pair, 1, two * sizeof *pair);
  if (pair[0] != (two > 0 ? 257 : 0)) return 9;
  if (pair[1] != (two > 1 ? 257 : 0)) return 9;
  memset(letters, 'b', two);
  if (letters[1] == 'b') {
    if (two != 2) return 9;
  } else if (two == 2) return 9;
  wide[100] = __VERIFIER_nondet_uint() % 64 + 1;
  memcpy(target, wide, __VERIFIER_nondet_uint() % 2 * 190 + 10);
  if (target[100] == wide[100] && target[100] == 0) return 9;
  unsigned size = __VERIFIER_nondet_uint() % 40, few = __VERIFIER_nondet_uint() % 10;
  letters[20] = __VERIFIER_nondet_uint() % 64 + 1;
  memcpy(copy, letters, size);
  if (copy[20] != (size > 20 ? letters[20] : 0)) return 9;
  numbers[2] = numbers[7] = 5;
  memcpy(others, numbers, few * sizeof *numbers);
  if (others[2] + others[7] == 5 && (few < 3 || few > 7)) return 9;
  memset(letters + 10, 'a', size / 2);
  if (letters[15] == 'a' && size < 12) return 9;
  memmove(letters + 1, letters, few);
  if (letters[20] == 'a' && size / 2 < 11) return 9;
  char *text = malloc(size + 1);
  memcpy(text, copy, size);
  text[size] = 0;
  text = realloc(text, size + few + 2);
  text[size + few + 1] = 'z';
  if (text[size] != 0) return 9;
  if (size > 20) {
    if (text[20] != copy[20]) return 9;
    return few > 5 ? 2 : 3;
  }
  int *more = realloc(0, (few + 1) * sizeof *more);
  more[few] = 7;
  return more[few / 2] == 7 ? 4 : 5;
}
