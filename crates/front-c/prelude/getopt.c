/* Options of the command line (POSIX.1-2017 `getopt`; `getopt_long` and the order of arguments as the GNU C library
   has them): arguments that are no options move behind the options, unless the first character is '+' or the variable
   POSIXLY_CORRECT is set, which is an input. An index that is below `argc` is compared with it once more where it grows, so that an
   analysis of one call knows it too. What is printed of a wrong option is not seen by the program. */
struct option {
  const char *name;
  int has_arg;
  int *flag;
  int val;
};
char *optarg;
int optind, opterr, optopt;
int __cairn_option(int argc, char **argv, const char *letters, const struct option *names, int *index, int only);
int __cairn_option_name(int argc, char **argv, const char *letters, const struct option *names, int *index, int only);
_Bool __cairn_any_bool(void);

/* The rest of the element of `argv` that is looked at, null before the next one; whether the first argument that is no
   option ends them; the arguments that were passed over: from the first, up to before the second. */
char *__cairn_option_rest;
int __cairn_option_begun, __cairn_option_ordered, __cairn_option_first, __cairn_option_last;

int getopt(int argc, char *const *argv, const char *letters) {
  return __cairn_option(argc, (char **)argv, letters, 0, 0, 0);
}

int getopt_long(int argc, char *const *argv, const char *letters, const struct option *names, int *index) {
  return __cairn_option(argc, (char **)argv, letters, names, index, 0);
}

int getopt_long_only(int argc, char *const *argv, const char *letters, const struct option *names, int *index) {
  return __cairn_option(argc, (char **)argv, letters, names, index, 1);
}

/* Moves what was passed over behind the options that followed it. */
void __cairn_option_exchange(char **argv) {
  int from = __cairn_option_last;
  while (from < optind && __cairn_option_first < optind) {
    char *option = argv[from];
    for (int i = from; i > __cairn_option_first; i--)
      argv[i] = argv[i - 1];
    argv[__cairn_option_first++] = option;
    from++;
  }
  __cairn_option_last = optind;
}

/* Whether an argument is an option, and whether it is the one that ends them. */
int __cairn_is_option(const char *word) { return word[0] == '-' && word[1]; }
int __cairn_ends_options(const char *word) { return word[0] == '-' && word[1] == '-' && !word[2]; }

int __cairn_option(int argc, char **argv, const char *letters, const struct option *names, int *index, int only) {
  if (argc < 1)
    return -1;
  optarg = 0;
  int in_order = *letters == '-';
  if (optind == 0 || !__cairn_option_begun) {
    if (optind == 0)
      optind = 1;
    __cairn_option_first = __cairn_option_last = optind;
    __cairn_option_rest = 0;
    __cairn_option_begun = 1;
    __cairn_option_ordered = *letters == '+' || (!in_order && __cairn_any_bool());
  }
  if (in_order || *letters == '+')
    letters++;
  if (!__cairn_option_rest || !*__cairn_option_rest) {
    if (__cairn_option_last > optind)
      __cairn_option_last = optind;
    if (__cairn_option_first > optind)
      __cairn_option_first = optind;
    if (!__cairn_option_ordered && !in_order) {
      if (__cairn_option_first != __cairn_option_last && __cairn_option_last != optind)
        __cairn_option_exchange(argv);
      else if (__cairn_option_last != optind)
        __cairn_option_first = optind;
      while (optind < argc && !__cairn_is_option(argv[optind]))
        optind++;
      __cairn_option_last = optind;
    }
    if (optind < argc && __cairn_ends_options(argv[optind])) {
      optind++;
      if (__cairn_option_first != __cairn_option_last && __cairn_option_last != optind)
        __cairn_option_exchange(argv);
      else if (__cairn_option_first == __cairn_option_last)
        __cairn_option_first = optind;
      __cairn_option_last = argc;
      optind = argc;
    }
    if (optind >= argc) {
      if (__cairn_option_first != __cairn_option_last)
        optind = __cairn_option_first;
      return -1;
    }
    char *now = argv[optind];
    if (now[0] != '-' || !now[1]) {
      if (!in_order)
        return -1;
      optind++;
      optarg = now;
      return 1;
    }
    if (names && now[1] == '-') {
      __cairn_option_rest = now + 2;
      return __cairn_option_name(argc, argv, letters, names, index, only);
    }
    __cairn_option_rest = now + 1;
    if (names && only) {
      int known = 0;
      for (const char *at = letters; *at; at++)
        known |= *at == now[1];
      if (now[2] || !known) {
        int found = __cairn_option_name(argc, argv, letters, names, index, only);
        if (found != -1)
          return found;
      }
    }
  }
  char letter = *__cairn_option_rest++;
  const char *at = letters;
  while (*at && *at != letter)
    at++;
  if (!*__cairn_option_rest && optind < argc)
    optind++;
  if (!*at || letter == ':' || letter == ';') {
    optopt = letter;
    return '?';
  }
  if (names && at[0] == 'W' && at[1] == ';') {
    /* `-W name` is `--name`. */
    if (!*__cairn_option_rest) {
      if (optind >= argc) {
        optopt = letter;
        return *letters == ':' ? ':' : '?';
      }
      __cairn_option_rest = argv[optind];
    }
    return __cairn_option_name(argc, argv, letters, names, index, 0);
  }
  if (at[1] != ':')
    return letter;
  if (*__cairn_option_rest) {
    optarg = __cairn_option_rest;
    if (optind < argc)
      optind++;
  } else if (at[2] != ':') {
    if (optind >= argc) {
      optopt = letter;
      letter = *letters == ':' ? ':' : '?';
    } else
      optarg = argv[optind++];
  }
  __cairn_option_rest = 0;
  return letter;
}

/* An option by its name, or by the beginning of one that is no other's. -1 where it may be a letter. */
int __cairn_option_name(int argc, char **argv, const char *letters, const struct option *names, int *index, int only) {
  const char *rest = __cairn_option_rest;
  int length = 0, found = -1, several = 0, exact = 0;
  while (rest[length] && rest[length] != '=')
    length++;
  for (int i = 0; names[i].name && !exact; i++) {
    int same = 0;
    while (same < length && names[i].name[same] == rest[same])
      same++;
    if (same < length)
      continue;
    if (!names[i].name[length]) {
      found = i;
      exact = 1;
    } else if (found < 0)
      found = i;
    else
      several |= only || names[found].has_arg != names[i].has_arg || names[found].flag != names[i].flag ||
                 names[found].val != names[i].val;
  }
  if (found < 0 && only && argv[optind][1] != '-') {
    for (const char *at = letters; *at; at++)
      if (*at == *rest)
        return -1;
  }
  if (optind < argc)
    optind++;
  __cairn_option_rest = 0;
  if (found < 0 || (several && !exact)) {
    optopt = 0;
    return '?';
  }
  if (rest[length]) {
    if (!names[found].has_arg) {
      optopt = names[found].val;
      return '?';
    }
    optarg = (char *)rest + length + 1;
  } else if (names[found].has_arg == 1) {
    if (optind >= argc) {
      optopt = names[found].val;
      return *letters == ':' ? ':' : '?';
    }
    optarg = argv[optind++];
  }
  if (index)
    *index = found;
  if (names[found].flag) {
    *names[found].flag = names[found].val;
    return 0;
  }
  return names[found].val;
}
