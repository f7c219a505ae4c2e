// Packets are sent under a lock until no new one came in between. The lock is taken and given back in turn: safe.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static int locked;

static void lock(void) {
  if (locked)
    reach_error();
  locked = 1;
}

static void unlock(void) {
  if (!locked)
    reach_error();
  locked = 0;
}

int main(void) {
  unsigned int packets = __VERIFIER_nondet_uint(), before;
  do {
    lock();
    before = packets;
    if (__VERIFIER_nondet_int()) {
      unlock();
      packets++;
    }
  } while (packets != before);
  unlock();
  return 0;
}
