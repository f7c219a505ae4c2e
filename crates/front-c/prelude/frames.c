/* The byte that a function with a clause `assigns` must not write: see `frames.rs` in the crate of passes. */
typedef typeof(sizeof 0) size_t;
int __cairn_frame_watch(void);
void __cairn_frame_allows(int mine, void *to, size_t size);
void __cairn_frame_unwatch(int mine);

/* An object that was made before: any one of them. */
void *__cairn_noted;
size_t __cairn_noted_size;
/* A static variable, any one of those that the clause does not name. */
void *__cairn_offered;
size_t __cairn_offered_size;
/* The byte, and its object. */
char *__cairn_watched;
void *__cairn_watched_object;

/* Whether this call of the function is the one whose byte is watched. */
int __cairn_frame_watch(void) {
  void *object = __cairn_offered ? __cairn_offered : __cairn_noted;
  size_t size = __cairn_offered ? __cairn_offered_size : __cairn_noted_size, at = __cairn_any_size();
  __cairn_offered = 0;
  if (__cairn_watched || !object || !__cairn_any_bool())
    return 0;
  __cairn_assume(at < size);
  __cairn_watched_object = object;
  __cairn_watched = (char *)object + at;
  return 1;
}

void __cairn_frame_allows(int mine, void *to, size_t size) {
  if (mine && to && size > 0 && size <= (size_t)-1 / 2)
    __cairn_assume(!__cairn_overlaps(to, __cairn_watched, size, 1));
}

void __cairn_frame_unwatch(int mine) {
  if (mine) {
    __cairn_watched = 0;
    __cairn_watched_object = 0;
  }
}
