// expect: TRUE
// with: BUG
// expect: FALSE
// What a condition or a substatement declares ends with the statement (C11 6.8.4p3, 6.8.5p5): tags, enumerators, and names
// that were types before.
extern void reach_error(void);
enum { one = 1 };
typedef char wide;
int main(void) {
  int rounds = 0;
  if (sizeof(enum { one = 3 }) == 0)
    return 0;
  else if (sizeof(enum { one = 4 }) == 0)
    return 0;
  else
    rounds = (int)sizeof(struct box { char c[7]; }) - 7;
  while (rounds < (int)sizeof(struct box { char c[3]; }))
    rounds += sizeof(enum { one = 5, wide }) != 0;
  do
    rounds += sizeof(struct box { char c[2]; });
  while (rounds < (int)sizeof(struct box { char c[9]; }));
  for (int i = 0; i < 2; i++)
    if (sizeof(enum { one = 6 }))
      rounds++;
  switch (sizeof(struct box { char c[4]; })) {
  case 4:
    rounds++;
  }
  struct box { char c[5]; };
  wide last = 1;
#ifdef BUG
  if (one != 1 || sizeof(struct box) != 5 || sizeof last != 1 || rounds == 12)
#else
  if (one != 1 || sizeof(struct box) != 5 || sizeof last != 1 || rounds != 12)
#endif
    reach_error();
  return 0;
}
