// Days since the first of January 1970 for a date, forth and back.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int is_leap(int year) {
  if (year % 400 == 0)
    return 1;
  if (year % 100 == 0)
    return 0;
  return year % 4 == 0;
}

static int days_in_month(int month, int year) {
  switch (month) {
  case 2:
    return is_leap(year) ? 29 : 28;
  case 4:
  case 6:
  case 9:
  case 11:
    return 30;
  default:
    return 31;
  }
}

static int day_of_year(int day, int month, int year) {
  int days = day;
  for (int m = 1; m < month; m++)
    days += days_in_month(m, year);
  return days;
}

static int next_day(int *day, int *month, int *year) {
  *day += 1;
  if (*day > days_in_month(*month, *year)) {
    *day = 1;
    *month += 1;
    if (*month > 12) {
      *month = 1;
      *year += 1;
      return 1;
    }
  }
  return 0;
}

int main(void) {
  int year = __VERIFIER_nondet_int();
  int month = __VERIFIER_nondet_int();
  int day = __VERIFIER_nondet_int();
  if (year < 1970 || year > 2100 || month < 1 || month > 12 || day < 1 || day > 31)
    return 0;
  if (day > 30 && (month == 4 || month == 6 || month == 9 || month == 11))
    return 0;
  if (month == 2 && day > 28)
    return 0;
  int before = day_of_year(day, month, year);
  int wrapped = next_day(&day, &month, &year);
  int after = day_of_year(day, month, year);
  if (wrapped && after != 1)
    reach_error();
  if (!wrapped && after != before + 1)
    reach_error();
  if (month > 12)
    reach_error();
  if (before > 366)
    reach_error();
  return 0;
}
// fault:   for (int m = 1; m < month; m++)  =>   for (int m = 1; m <= month; m++)
// fault:     if (*month > 12) {  =>     if (*month > 13) {
// fault:     *day = 1;  =>     *day = 0;
// fault:   if (*day > days_in_month(*month, *year)) {  =>   if (*day >= days_in_month(*month, *year)) {
