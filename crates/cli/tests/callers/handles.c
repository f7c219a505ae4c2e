/* An opaque handle goes to what its function casts it to: an object of the declared type would be too small for each call. */
typedef struct { int unused; } HANDLE;
struct file { int unused; unsigned length, at; };
struct hidden;

unsigned left(HANDLE *handle)
{
    struct file *file = (struct file *)handle;
    return file && file->at <= file->length ? file->length - file->at : 0;
}

static unsigned seek(void *handle, unsigned at)
{
    struct file *file = handle;
    return file->at = at;
}

unsigned rewind_it(void *handle)
{
    return handle ? seek(handle, 0) : 0;
}

unsigned at(struct hidden *handle)
{
    return ((struct file *)handle)->at; //~ null-dereference needs ((struct file *)handle) != 0
}
