/* Input: what is read is any, as much as there is room for. */
typedef typeof(sizeof 0) size_t;
char *__cairn_getenv(void);
void __cairn_keeps_memory(void *object);
int __cairn_change_environment(void);
int __cairn_environment;
void __cairn_fill_part(void *to, size_t count, size_t room);
size_t __cairn_product(size_t size, size_t count);

/* Whether there is room is asked once, of so many bytes as may be read (`__cairn_fits`), and where there is, nothing else is asked.
   Where there is not, so many bytes may come (`__cairn_writes`: that is the violation), or fewer, which are asked of as they are
   written, through another variable. So what follows a call with too large a size is looked at too. */

/* Bytes of any value where there is room for some: one by one where they are few, which analyses follow better. The caller asks whether
   there is. */
void __cairn_fill_part(void *to, size_t count, size_t room) {
  __cairn_asked(to);
  if (room > 256 && count > 16)
    __cairn_fill(to, count);
  else
    for (size_t i = 0; i < count; i++)
      ((char *)to)[i] = __cairn_any_char();
}

/* A word of scanf's, or what a set of characters matches: bytes with a zero behind them; at most so many. In a word there
   is no white space. Which characters a set has is not looked at, nor where a long word would have any. */
void __cairn_scan_text(char *to, size_t most, int word, int determined) {
  size_t length;
  if (determined)
    length = __cairn_unknown_size();
  else
    length = __cairn_any_size();
  __cairn_assume(length >= 1 && length <= most && length < 1 << 30);
  if (determined)
    __cairn_writes(to, length + 1);
  else {
    size_t room = most < 1 << 30 ? most + 1 : 1 << 30;
    if (!__cairn_fits(to, room)) {
      if (__cairn_any_bool())
        __cairn_writes(to, room);
      else {
        char *few = to;
        __cairn_unknown_bool();
        __cairn_fill(few, length);
        few[length] = 0;
        return;
      }
    }
  }
  if (!word || (most > 256 && length > 16)) {
    __cairn_unknown_bool();
    __cairn_fill_part(to, length, most);
  } else
    for (size_t i = 0; i < length; i++) {
      char c = __cairn_any_char();
      __cairn_assume((c != ' ') & ((c < '\t') | (c > '\r')));
      to[i] = c;
    }
  to[length] = 0;
}

char *__cairn_few(char *few, size_t size);

/* A line that is shorter than the size says, or none. */
char *__cairn_few(char *few, size_t size) {
  size_t length = __cairn_any_size();
  __cairn_assume(length < size && length < 1 << 30);
  if (length == 0)
    return 0;
  __cairn_unknown_bool();
  __cairn_fill(few, length);
  few[length] = 0;
  return few;
}

/* A line ends behind its first newline. Of a long one, where the newline is is not looked at: no violation rests on it. */
char *fgets(char *to, int size, void *stream) {
  int length = 0, few = size <= 128;
  __cairn_set_errno(__cairn_any_int());
  if (size <= 0)
    return 0;
  if (!__cairn_fits(to, size)) {
    if (__cairn_any_bool())
      __cairn_writes(to, size);
    else
      return __cairn_few(to, size);
  }
  if (!few && __cairn_any_bool()) {
    size_t many = __cairn_unknown_size();
    __cairn_assume(many >= 1 && many < size);
    __cairn_fill(to, many);
    to[many] = 0;
    return to;
  }
  while (length < size - 1) {
    int c = __cairn_any_int();
    __cairn_assume((few || length < 16) && c >= -1 && c <= 255);
    if (c < 0)
      break;
    to[length++] = (char)c;
    if (c == '\n')
      break;
  }
  if (length == 0 && size > 1)
    return 0;
  to[length] = 0;
  return to;
}

char *__fgets_chk(char *to, size_t room, int size, void *stream) { return fgets(to, size, stream); }

char *gets(char *to) {
  size_t many;
  __cairn_set_errno(__cairn_any_int());
  if (!__cairn_any_bool())
    return 0;
  if (!__cairn_fits(to, 1 << 30)) {
    if (__cairn_any_bool())
      __cairn_writes(to, 1 << 30);
    else
      return __cairn_few(to, 1 << 30);
  }
  many = __cairn_unknown_size();
  __cairn_assume(many < 1 << 30);
  __cairn_fill(to, many);
  to[many] = 0;
  return to;
}

/* So many elements of a size, in bytes: of more than there can be, so many that no object has them. */
size_t __cairn_product(size_t size, size_t count) {
  size_t most = (size_t)-1 / 2, half = (size_t)1 << sizeof(size_t) * 4;
  if ((size >= half || count >= half) && count > most / size)
    return most;
  return size * count;
}

/* As many bytes as are read; the rest stays as it was, though an incomplete element may be written. */
size_t fread(void *to, size_t size, size_t count, void *stream) {
  size_t read = __cairn_any_size(), part, all;
  __cairn_set_errno(__cairn_any_int());
  if (size == 0 || count == 0)
    return 0;
  all = __cairn_product(size, count);
  if (!__cairn_fits(to, all)) {
    void *few = to;
    if (__cairn_any_bool())
      __cairn_writes(to, all);
    __cairn_assume(read < count);
    if (read > 0)
      __cairn_fill(few, read * size);
    return read;
  }
  __cairn_assume(read <= count);
  if (read == count) {
    __cairn_fill_part(to, size * count, size * count);
    return count;
  }
  part = size == 1 ? 0 : __cairn_any_size();
  __cairn_assume(part < size);
  __cairn_fill_part(to, read * size + part, size * count);
  return read;
}

size_t __fread_chk(void *to, size_t room, size_t size, size_t count, void *stream) {
  return fread(to, size, count, stream);
}

size_t fwrite(const void *from, size_t size, size_t count, void *stream) {
  size_t written = __cairn_any_size();
  __cairn_set_errno(__cairn_any_int());
  if (size == 0 || count == 0)
    return 0;
  __cairn_reads(from, __cairn_product(size, count));
  __cairn_assume(written <= count);
  return written;
}

long __cairn_read(void *to, size_t count);

long __cairn_read(void *to, size_t count) {
  long read = __cairn_any_long();
  __cairn_set_errno(__cairn_any_int());
  __cairn_assume(read >= -1);
  if (count > 0 && !__cairn_fits(to, count)) {
    void *few = to;
    if (__cairn_any_bool())
      __cairn_writes(to, count);
    if (read > 0) {
      __cairn_assume(read < count);
      __cairn_fill(few, read);
    }
    return read;
  }
  if (read <= 0)
    return read;
  __cairn_assume(read <= count);
  __cairn_fill_part(to, read, count);
  return read;
}

long read(int file, void *to, size_t count) { return __cairn_read(to, count); }
long __read_chk(int file, void *to, size_t count, size_t room) { return __cairn_read(to, count); }
long pread(int file, void *to, size_t count, long at) { return __cairn_read(to, count); }
long pread64(int file, void *to, size_t count, long long at) { return __cairn_read(to, count); }
long recv(int socket, void *to, size_t count, int flags) { return __cairn_read(to, count); }

/* That what is pushed back is read again is not modelled. */
int ungetc(int c, void *stream) {
  int fails = __cairn_unknown_bool();
  return fails || c == -1 ? -1 : (unsigned char)c;
}

long __cairn_line(char **at, size_t *size, int end);

/* A line that fits the object stays there; else there is a new one, as by realloc. */
long __cairn_line(char **at, size_t *size, int end) {
  size_t length = __cairn_unknown_size(), room = __cairn_unknown_size();
  __cairn_set_errno(__cairn_any_int());
  if (!at || !size)
    return -1;
  __cairn_assume(length < 1 << 30 && room < 1 << 30 && room > length);
  /* At the end of the file the text may stay as it was. */
  if (length == 0 && __cairn_unknown_bool())
    return -1;
  if (*at && *size > length)
    __cairn_fill(*at, length);
  else {
    char *line = __builtin_malloc(room);
    if (!line)
      return -1;
    if (*at)
      __builtin_free(*at);
    *at = line;
    *size = room;
  }
  (*at)[length] = 0;
  if (length == 0)
    return -1;
  return length;
}

long getline(char **at, size_t *size, void *stream) { return __cairn_line(at, size, '\n'); }
long getdelim(char **at, size_t *size, int end, void *stream) { return __cairn_line(at, size, end); }
long __getdelim(char **at, size_t *size, int end, void *stream) { return __cairn_line(at, size, end); }

char *getcwd(char *to, size_t size) {
  size_t length = __cairn_any_size();
  __cairn_set_errno(__cairn_any_int());
  if (__cairn_any_bool())
    return 0;
  __cairn_assume(length >= 1 && length < 1 << 20);
  if (!to) {
    char *made = __builtin_malloc(size > length ? size : length + 1);
    if (!made)
      return 0;
    __cairn_assume(size == 0 || length < size);
    made[length] = 0;
    return made;
  }
  if (size > 0 && !__cairn_fits(to, size)) {
    if (__cairn_any_bool())
      __cairn_writes(to, size);
    return 0;
  }
  __cairn_assume(length < size);
  __cairn_fill(to, length);
  to[length] = 0;
  return to;
}

char *get_current_dir_name(void) { return getcwd(0, 0); }

/* The environment is not known. What it says a second time may be what it said before, and the very same text. */
char *__cairn_getenv(void) {
  static int again;
  static char *before;
  size_t length = 0;
  char *text;
  int there = __cairn_any_bool();
  /* It is what was set, if that is what is asked for. */
  if (__cairn_environment)
    __cairn_unknown_bool();
  if (again && __cairn_unknown_bool())
    return before;
  again = 1;
  if (!there)
    return 0;
  /* As the strings of `main` (`arguments.rs`): systems allow less. */
  length = __cairn_any_size();
  __cairn_assume(length <= 0xffffff);
  text = __builtin_malloc(length + 1);
  if (!text)
    return 0;
  __cairn_keeps_memory(text);
  text[length] = 0;
  if (!before || __cairn_unknown_bool())
    before = text;
  return text;
}

char *getenv(const char *name) { return __cairn_getenv(); }
char *secure_getenv(const char *name) { return __cairn_getenv(); }
char *__secure_getenv(const char *name) { return __cairn_getenv(); }

int __cairn_change_environment(void) {
  __cairn_set_errno(__cairn_any_int());
  __cairn_environment = 1;
  return __cairn_any_bool() ? -1 : 0;
}

int setenv(const char *name, const char *value, int replace) { return __cairn_change_environment(); }
int unsetenv(const char *name) { return __cairn_change_environment(); }
int clearenv(void) { return __cairn_change_environment(); }

long time(long *to) {
  long now = __cairn_any_long();
  __cairn_assume(now >= -1);
  if (to)
    *to = now;
  return now;
}

double difftime(long a, long b) { return (double)a - (double)b; }

/* The "C" locale is set at the beginning, and no other is modelled. */
char *setlocale(int category, const char *name) {
  if (name && !(name[0] == 0 || (name[0] == 'C' && name[1] == 0)))
    __cairn_unsupported("another locale than \"C\"");
  if (name && name[0] == 0 && __cairn_any_bool())
    return 0;
  return "C";
}

void *reallocarray(void *old, size_t count, size_t size) {
  if (size && count > (size_t)-1 / size) {
    __cairn_set_errno(12);
    return 0;
  }
  return __builtin_realloc(old, count * size);
}

/* What a part of a regular expression matches is in the text, and not looked at. */
int regexec(const void *expression, const char *text, size_t count, void *matches, int flags) {
  int found = __cairn_unknown_bool();
  size_t length = 0;
  int *match = matches;
  while (text[length])
    length++;
  if (!found)
    return 1;
  if (matches)
    for (size_t i = 0; i < count; i++) {
      int from = __cairn_unknown_bool() ? -1 : (int)__cairn_unknown_size();
      int to = from < 0 ? -1 : (int)__cairn_unknown_size();
      __cairn_assume(i > 0 || from >= 0);
      __cairn_assume(from >= -1 && to >= from && (from < 0 || to <= length));
      match[2 * i] = from;
      match[2 * i + 1] = to;
    }
  return 0;
}

/* The text becomes part of the environment. */
int putenv(char *text) { return __cairn_change_environment(); }

/* The last six characters of a template become others; which, is not known. */
int __cairn_name_file(char *name);

int __cairn_name_file(char *name) {
  size_t length = 0;
  __cairn_set_errno(__cairn_any_int());
  while (name[length])
    length++;
  if (length < 6)
    return 0;
  for (size_t i = length - 6; i < length; i++)
    if (name[i] != 'X')
      return 0;
  for (size_t i = length - 6; i < length; i++) {
    char c = __cairn_unknown_char();
    __cairn_assume(c != 0 && c != '/');
    name[i] = c;
  }
  return __cairn_any_bool();
}

int mkstemp(char *name) {
  int file;
  if (!__cairn_name_file(name))
    return -1;
  file = __cairn_any_int();
  __cairn_assume(file >= 0);
  return file;
}

int mkstemp64(char *name) { return mkstemp(name); }
char *mkdtemp(char *name) { return __cairn_name_file(name) ? name : 0; }

/* It gives the template back, which is empty where there is no name. */
char *mktemp(char *name) {
  if (!__cairn_name_file(name))
    *name = 0;
  return name;
}

/* The nine numbers of a calendar time are not computed, nor how much of the text says them. */
char *strptime(const char *text, const char *format, void *time) {
  size_t length = 0, read = __cairn_unknown_size();
  int *numbers = time;
  while (text[length])
    length++;
  for (int i = 0; i < 9; i++)
    numbers[i] = __cairn_unknown_int();
  if (__cairn_unknown_bool())
    return 0;
  __cairn_assume(read <= length);
  return (char *)text + read;
}

/* An absolute path, in what is given for it or in a new object. */
char *realpath(const char *path, char *to) {
  size_t length = __cairn_unknown_size();
  __cairn_set_errno(__cairn_any_int());
  if (!path || __cairn_any_bool())
    return 0;
  __cairn_assume(length >= 1 && length < 4096);
  if (!to) {
    to = __builtin_malloc(length + 1);
    if (!to)
      return 0;
  }
  __cairn_fill(to, length);
  to[0] = '/';
  to[length] = 0;
  return to;
}

char *canonicalize_file_name(const char *path) {
  return realpath(path, 0);
}

/* Which events came is not known. */
struct __cairn_poll {
  int file;
  short events, returned;
};
int poll(void *files, unsigned long count, int timeout) {
  struct __cairn_poll *each = files;
  int ready = __cairn_any_int();
  __cairn_set_errno(__cairn_any_int());
  __cairn_assume(ready >= -1 && (ready < 0 || ready <= count));
  if (ready >= 0)
    for (unsigned long i = 0; i < count; i++)
      each[i].returned = (short)__cairn_any_int();
  return ready;
}

/* Without a catalogue a message is its own translation. */
char *dgettext(const char *domain, const char *message) { return (char *)message; }
char *ngettext(const char *one, const char *many, unsigned long count) { return (char *)(count == 1 ? one : many); }

/* As `errno`, an object that is always there. Which functions change it is not modelled. */
int *__h_errno_location(void) {
  static int error;
  if (__cairn_unknown_bool())
    error = __cairn_unknown_int();
  return &error;
}
