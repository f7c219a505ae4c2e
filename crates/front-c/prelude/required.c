/* What library functions require of their arguments, where the run asks for it: see `requirement.rs`. */
typedef typeof(sizeof 0) size_t;
void __cairn_read_string(const char *text);
void __cairn_read_string_within(const char *text, size_t most);
int __cairn_is_closed(void *stream);
void __cairn_note_closed(void *stream);
void __cairn_note_open(void *stream);
void __cairn_note_no_longer_open(void *stream);
int __cairn_is_left_open(void);
size_t __cairn_bytes_of_string(const char *text);
void *__cairn_closed_stream;
void *__cairn_open_stream;

void __cairn_read_string(const char *text) {
  while (*text)
    text++;
}

void __cairn_read_string_within(const char *text, size_t most) {
  for (size_t i = 0; i < most && text[i]; i++)
    ;
}

/* Any one of the streams that were closed is the one that is noted. Two streams are one where they share a byte: that they
   are equal would ask where objects are, since a pointer may be the end of an object. */
int __cairn_is_closed(void *stream) {
  return stream != 0 && __cairn_closed_stream != 0 && __cairn_overlaps(stream, __cairn_closed_stream, 1, 1);
}

void __cairn_note_closed(void *stream) {
  if (!__cairn_closed_stream && __cairn_any_bool())
    __cairn_closed_stream = stream;
}

/* Any one of the streams that are open is the one that is noted. */
void __cairn_note_open(void *stream) {
  if (stream && !__cairn_open_stream && __cairn_any_bool())
    __cairn_open_stream = stream;
}

void __cairn_note_no_longer_open(void *stream) {
  if (stream != 0 && __cairn_open_stream != 0 && __cairn_overlaps(stream, __cairn_open_stream, 1, 1))
    __cairn_open_stream = 0;
}

int __cairn_is_left_open(void) { return __cairn_open_stream != 0; }

size_t __cairn_bytes_of_string(const char *text) {
  size_t i = 0;
  while (text[i])
    i++;
  return i + 1;
}
