/* Threads, where the program starts some. A name behind __cairn_t_ is the library's. What blocks does so behind the
   beginning of an atomic block, where another thread may run: see docs/design/threads.md. */
int __cairn_thread_self;
void *__cairn_thread_value[16];
int __cairn_thread_done[16];

/* The thread waits: for another one, whose number and one is given, or for no certain one. */
void __cairn_thread_blocked(int by) { __cairn_assume(0); }

int __cairn_thread_run(void *(*start)(void *), void *arg) {
  void *value = start(arg);
  __cairn_atomic_begin();
  __cairn_thread_value[__cairn_thread_self] = value;
  __cairn_thread_done[__cairn_thread_self] = 1;
  __cairn_thread_exit();
  return 0;
}

int __cairn_thread_run_status(int (*start)(void *), void *arg) {
  int value = start(arg);
  __cairn_atomic_begin();
  __cairn_thread_value[__cairn_thread_self] = (void *)(long)value;
  __cairn_thread_done[__cairn_thread_self] = 1;
  __cairn_thread_exit();
  return 0;
}

int __cairn_t_pthread_create(unsigned long *id, const void *attributes, void *(*start)(void *), void *arg) {
  int number = __cairn_thread_run(start, arg);
  *id = (unsigned long)number;
  return 0;
}

int __cairn_t_thrd_create(unsigned long *id, int (*start)(void *), void *arg) {
  int number = __cairn_thread_run_status(start, arg);
  *id = (unsigned long)number;
  return 0;
}

int __cairn_t_pthread_join(unsigned long id, void **value) {
  if (id >= 16)
    __cairn_unsupported("a wait for what is no thread");
  __cairn_atomic_begin();
  if (!__cairn_thread_done[id])
    __cairn_thread_blocked((int)id + 1);
  void *result = __cairn_thread_value[id];
  __cairn_atomic_end();
  if (value)
    *value = result;
  return 0;
}

int __cairn_t_thrd_join(unsigned long id, int *value) {
  if (id >= 16)
    __cairn_unsupported("a wait for what is no thread");
  __cairn_atomic_begin();
  if (!__cairn_thread_done[id])
    __cairn_thread_blocked((int)id + 1);
  int result = (int)(long)__cairn_thread_value[id];
  __cairn_atomic_end();
  if (value)
    *value = result;
  return 0;
}

void __cairn_t_pthread_exit(void *value) {
  __cairn_atomic_begin();
  __cairn_thread_value[__cairn_thread_self] = value;
  __cairn_thread_done[__cairn_thread_self] = 1;
  __cairn_thread_exit();
}

void __cairn_t_thrd_exit(int value) {
  __cairn_atomic_begin();
  __cairn_thread_value[__cairn_thread_self] = (void *)(long)value;
  __cairn_thread_done[__cairn_thread_self] = 1;
  __cairn_thread_exit();
}

unsigned long __cairn_t_pthread_self(void) { return (unsigned long)__cairn_thread_self; }
unsigned long __cairn_t_thrd_current(void) { return (unsigned long)__cairn_thread_self; }
int __cairn_t_pthread_equal(unsigned long a, unsigned long b) { return a == b; }
int __cairn_t_thrd_equal(unsigned long a, unsigned long b) { return a == b; }
int __cairn_t_pthread_detach(unsigned long id) { return 0; }
int __cairn_t_thrd_detach(unsigned long id) { return 0; }
int __cairn_t_pthread_yield(void) { return 0; }
int __cairn_t_sched_yield(void) { return 0; }

void __cairn_t___VERIFIER_atomic_begin(void) { __cairn_atomic_begin(); }
void __cairn_t___VERIFIER_atomic_end(void) { __cairn_atomic_end(); }

/* Mutexes: the owner's number and one, how often it is locked, the kind (1 recursive, 2 with errors). */
int __cairn_t_pthread_mutexattr_init(int *attributes) {
  *attributes = 0;
  return 0;
}

int __cairn_t_pthread_mutexattr_settype(int *attributes, int kind) {
  *attributes = kind;
  return 0;
}

int __cairn_t_pthread_mutexattr_setrobust(int *attributes, int robust) {
  if (robust)
    __cairn_unsupported("a mutex that says that its owner has ended");
  return 0;
}

int __cairn_t_pthread_mutex_init(int *mutex, const int *attributes) {
  mutex[0] = 0;
  mutex[1] = 0;
  if (attributes)
    mutex[sizeof(void *) == 8 ? 4 : 3] = *attributes;
  else
    mutex[sizeof(void *) == 8 ? 4 : 3] = 0;
  return 0;
}

int __cairn_t_pthread_mutex_destroy(int *mutex) { return 0; }

int __cairn_t_pthread_mutex_lock(int *mutex) {
  __cairn_atomic_begin();
  int kind = mutex[sizeof(void *) == 8 ? 4 : 3];
  if (kind != 0 && mutex[0] == __cairn_thread_self + 1) {
    if (kind == 2) {
      __cairn_atomic_end();
      return 35;
    }
    if (kind == 1) {
      mutex[1] = mutex[1] + 1;
      __cairn_atomic_end();
      return 0;
    }
  }
  if (mutex[0] != 0)
    __cairn_thread_blocked(mutex[0]);
  mutex[0] = __cairn_thread_self + 1;
  __cairn_atomic_end();
  return 0;
}

int __cairn_t_pthread_mutex_trylock(int *mutex) {
  __cairn_atomic_begin();
  if (mutex[0] == 0) {
    mutex[0] = __cairn_thread_self + 1;
    __cairn_atomic_end();
    return 0;
  }
  if (mutex[sizeof(void *) == 8 ? 4 : 3] == 1 && mutex[0] == __cairn_thread_self + 1) {
    mutex[1] = mutex[1] + 1;
    __cairn_atomic_end();
    return 0;
  }
  __cairn_atomic_end();
  return 16;
}

int __cairn_t_pthread_mutex_unlock(int *mutex) {
  __cairn_atomic_begin();
  int kind = mutex[sizeof(void *) == 8 ? 4 : 3];
  if (kind == 1 || kind == 2) {
    if (mutex[0] != __cairn_thread_self + 1) {
      __cairn_atomic_end();
      return 1;
    }
    if (mutex[1] > 0) {
      mutex[1] = mutex[1] - 1;
      __cairn_atomic_end();
      return 0;
    }
  }
  mutex[0] = 0;
  __cairn_atomic_end();
  return 0;
}

/* That of a thread that does not wait for ever. */
int __cairn_timed_lock(int *mutex) {
  __cairn_atomic_begin();
  if (mutex[sizeof(void *) == 8 ? 4 : 3] != 0 && mutex[0] == __cairn_thread_self + 1) {
    __cairn_atomic_end();
    return __cairn_t_pthread_mutex_lock(mutex);
  }
  __cairn_assume(mutex[0] == 0);
  mutex[0] = __cairn_thread_self + 1;
  __cairn_atomic_end();
  return 0;
}

int __cairn_t_pthread_mutex_timedlock(int *mutex, const void *time) {
  if (__cairn_any_bool())
    return 110;
  return __cairn_timed_lock(mutex);
}

int __cairn_t_mtx_init(int *mutex, int kind) {
  mutex[0] = 0;
  mutex[1] = 0;
  mutex[sizeof(void *) == 8 ? 4 : 3] = kind & 1;
  return 0;
}

void __cairn_t_mtx_destroy(int *mutex) {}
int __cairn_t_mtx_lock(int *mutex) { return __cairn_t_pthread_mutex_lock(mutex); }
int __cairn_t_mtx_unlock(int *mutex) { return __cairn_t_pthread_mutex_unlock(mutex); }
int __cairn_t_mtx_trylock(int *mutex) { return __cairn_t_pthread_mutex_trylock(mutex) ? 1 : 0; }
int __cairn_t_mtx_timedlock(int *mutex, const void *time) {
  if (__cairn_any_bool())
    return 4;
  return __cairn_timed_lock(mutex);
}

/* Conditions: a waiting thread may wake up at any time. Where it is asked whether threads wait for ever, a condition has the
   number of those that wait, and how often all were woken; each thread has what it waits for, and since when. */
int *__cairn_thread_awaits[16];
int __cairn_thread_since[16];

int __cairn_t_pthread_cond_init(int *condition, const void *attributes) {
  if (__cairn_asks_deadlock()) {
    condition[0] = 0;
    condition[1] = 0;
  }
  return 0;
}
int __cairn_t_pthread_cond_destroy(int *condition) { return 0; }
int __cairn_t_pthread_cond_signal(int *condition) {
  if (__cairn_asks_deadlock()) {
    __cairn_atomic_begin();
    if (condition[0] > 0) {
      int woken = __cairn_any_int();
      __cairn_assume(woken >= 0 && woken < 16);
      __cairn_assume(__cairn_thread_awaits[woken] == condition && __cairn_thread_since[woken] == condition[1]);
      __cairn_thread_awaits[woken] = 0;
      condition[0] = condition[0] - 1;
    }
    __cairn_atomic_end();
  }
  return 0;
}
int __cairn_t_pthread_cond_broadcast(int *condition) {
  if (__cairn_asks_deadlock()) {
    __cairn_atomic_begin();
    condition[0] = 0;
    condition[1] = condition[1] < 1000000 ? condition[1] + 1 : 0;
    __cairn_atomic_end();
  }
  return 0;
}
int __cairn_t_pthread_cond_wait(int *condition, int *mutex) {
  if (__cairn_asks_deadlock()) {
    __cairn_atomic_begin();
    condition[0] = condition[0] + 1;
    __cairn_thread_awaits[__cairn_thread_self] = condition;
    __cairn_thread_since[__cairn_thread_self] = condition[1];
    __cairn_t_pthread_mutex_unlock(mutex);
    __cairn_atomic_end();
    __cairn_atomic_begin();
    if (__cairn_thread_awaits[__cairn_thread_self] == condition && __cairn_thread_since[__cairn_thread_self] == condition[1]) {
      if (__cairn_any_bool())
        __cairn_thread_blocked(0);
      condition[0] = condition[0] - 1;
    }
    __cairn_thread_awaits[__cairn_thread_self] = 0;
    __cairn_atomic_end();
    __cairn_t_pthread_mutex_lock(mutex);
    return 0;
  }
  __cairn_t_pthread_mutex_unlock(mutex);
  __cairn_t_pthread_mutex_lock(mutex);
  return 0;
}
/* One that wakes up by itself is not waited for by a signal: it may be the one that a signal wakes. */
int __cairn_t_pthread_cond_timedwait(int *condition, int *mutex, const void *time) {
  if (__cairn_asks_deadlock()) {
    __cairn_atomic_begin();
    condition[0] = condition[0] + 1;
    __cairn_thread_awaits[__cairn_thread_self] = condition;
    __cairn_thread_since[__cairn_thread_self] = condition[1];
    __cairn_t_pthread_mutex_unlock(mutex);
    __cairn_atomic_end();
    __cairn_atomic_begin();
    if (__cairn_thread_awaits[__cairn_thread_self] == condition && __cairn_thread_since[__cairn_thread_self] == condition[1])
      condition[0] = condition[0] - 1;
    __cairn_thread_awaits[__cairn_thread_self] = 0;
    __cairn_atomic_end();
    __cairn_t_pthread_mutex_lock(mutex);
    return __cairn_any_bool() ? 110 : 0;
  }
  __cairn_t_pthread_mutex_unlock(mutex);
  __cairn_t_pthread_mutex_lock(mutex);
  return __cairn_any_bool() ? 110 : 0;
}
int __cairn_t_cnd_init(int *condition) { return __cairn_t_pthread_cond_init(condition, 0); }
void __cairn_t_cnd_destroy(int *condition) {}
int __cairn_t_cnd_signal(int *condition) { return __cairn_t_pthread_cond_signal(condition); }
int __cairn_t_cnd_broadcast(int *condition) { return __cairn_t_pthread_cond_broadcast(condition); }
int __cairn_t_cnd_wait(int *condition, int *mutex) { return __cairn_t_pthread_cond_wait(condition, mutex); }
int __cairn_t_cnd_timedwait(int *condition, int *mutex, const void *time) {
  return __cairn_t_pthread_cond_timedwait(condition, mutex, time) ? 4 : 0;
}

/* Locks of readers, whose number is first, and one writer, whose number and one is second. */
int __cairn_t_pthread_rwlock_init(int *lock, const void *attributes) {
  lock[0] = 0;
  lock[1] = 0;
  return 0;
}
int __cairn_t_pthread_rwlock_destroy(int *lock) { return 0; }
int __cairn_t_pthread_rwlock_rdlock(int *lock) {
  __cairn_atomic_begin();
  if (lock[1] != 0)
    __cairn_thread_blocked(lock[1]);
  lock[0] = lock[0] + 1;
  __cairn_atomic_end();
  return 0;
}
int __cairn_t_pthread_rwlock_wrlock(int *lock) {
  __cairn_atomic_begin();
  if (lock[0] != 0 || lock[1] != 0)
    __cairn_thread_blocked(lock[1]);
  lock[1] = __cairn_thread_self + 1;
  __cairn_atomic_end();
  return 0;
}
int __cairn_t_pthread_rwlock_tryrdlock(int *lock) {
  __cairn_atomic_begin();
  if (lock[1] != 0) {
    __cairn_atomic_end();
    return 16;
  }
  lock[0] = lock[0] + 1;
  __cairn_atomic_end();
  return 0;
}
int __cairn_t_pthread_rwlock_trywrlock(int *lock) {
  __cairn_atomic_begin();
  if (lock[0] != 0 || lock[1] != 0) {
    __cairn_atomic_end();
    return 16;
  }
  lock[1] = __cairn_thread_self + 1;
  __cairn_atomic_end();
  return 0;
}
int __cairn_t_pthread_rwlock_unlock(int *lock) {
  __cairn_atomic_begin();
  if (lock[1] != 0)
    lock[1] = 0;
  else
    lock[0] = lock[0] - 1;
  __cairn_atomic_end();
  return 0;
}

int __cairn_t_pthread_spin_init(int *lock, int shared) {
  *lock = 0;
  return 0;
}
int __cairn_t_pthread_spin_destroy(int *lock) { return 0; }
int __cairn_t_pthread_spin_lock(int *lock) {
  __cairn_atomic_begin();
  if (*lock != 0)
    __cairn_thread_blocked(*lock);
  *lock = __cairn_thread_self + 1;
  __cairn_atomic_end();
  return 0;
}
int __cairn_t_pthread_spin_trylock(int *lock) {
  __cairn_atomic_begin();
  if (*lock != 0) {
    __cairn_atomic_end();
    return 16;
  }
  *lock = __cairn_thread_self + 1;
  __cairn_atomic_end();
  return 0;
}
int __cairn_t_pthread_spin_unlock(int *lock) {
  __cairn_atomic_begin();
  *lock = 0;
  __cairn_atomic_end();
  return 0;
}

/* Barriers: how many are there, the round, how many it takes. Where it is asked whether threads wait for ever, who is slow to
   leave takes no later round for its own. */
int __cairn_t_pthread_barrier_init(int *barrier, const void *attributes, unsigned count) {
  if (count == 0)
    return 22;
  barrier[0] = 0;
  barrier[1] = 0;
  barrier[2] = (int)count;
  return 0;
}
int __cairn_t_pthread_barrier_destroy(int *barrier) { return 0; }
int __cairn_t_pthread_barrier_wait(int *barrier) {
  __cairn_atomic_begin();
  int round = barrier[1];
  barrier[0] = barrier[0] + 1;
  if (barrier[0] == barrier[2]) {
    barrier[0] = 0;
    barrier[1] = !__cairn_asks_deadlock() ? 1 - round : round < 1000000 ? round + 1 : 0;
    __cairn_atomic_end();
    return -1;
  }
  __cairn_atomic_end();
  __cairn_atomic_begin();
  if (barrier[1] == round)
    __cairn_thread_blocked(0);
  __cairn_atomic_end();
  return 0;
}

int __cairn_t_sem_init(int *semaphore, int shared, unsigned value) {
  *semaphore = (int)value;
  return 0;
}
int __cairn_t_sem_destroy(int *semaphore) { return 0; }
int __cairn_t_sem_wait(int *semaphore) {
  __cairn_atomic_begin();
  if (*semaphore <= 0)
    __cairn_thread_blocked(0);
  *semaphore = *semaphore - 1;
  __cairn_atomic_end();
  return 0;
}
int __cairn_t_sem_trywait(int *semaphore) {
  __cairn_atomic_begin();
  if (*semaphore <= 0) {
    __cairn_atomic_end();
    __cairn_set_errno(11);
    return -1;
  }
  *semaphore = *semaphore - 1;
  __cairn_atomic_end();
  return 0;
}
int __cairn_t_sem_timedwait(int *semaphore, const void *time) {
  if (__cairn_any_bool()) {
    __cairn_set_errno(110);
    return -1;
  }
  __cairn_atomic_begin();
  __cairn_assume(*semaphore > 0);
  *semaphore = *semaphore - 1;
  __cairn_atomic_end();
  return 0;
}
int __cairn_t_sem_post(int *semaphore) {
  __cairn_atomic_begin();
  *semaphore = *semaphore + 1;
  __cairn_atomic_end();
  return 0;
}
int __cairn_t_sem_getvalue(int *semaphore, int *value) {
  __cairn_atomic_begin();
  int now = *semaphore;
  __cairn_atomic_end();
  *value = now;
  return 0;
}

int __cairn_t_pthread_once(int *once, void (*function)(void)) {
  __cairn_atomic_begin();
  if (*once == 1)
    __cairn_thread_blocked(0);
  if (*once == 2) {
    __cairn_atomic_end();
    return 0;
  }
  *once = 1;
  __cairn_atomic_end();
  function();
  __cairn_atomic_begin();
  *once = 2;
  __cairn_atomic_end();
  return 0;
}
void __cairn_t_call_once(int *once, void (*function)(void)) { __cairn_t_pthread_once(once, function); }

void *__cairn_thread_specific[16][16];
unsigned __cairn_thread_keys;

int __cairn_t_pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  if (destructor)
    __cairn_unsupported("destructors of values of a thread");
  __cairn_atomic_begin();
  if (__cairn_thread_keys >= 16)
    __cairn_unsupported("more than 16 keys of threads");
  unsigned made = __cairn_thread_keys;
  __cairn_thread_keys = made + 1;
  __cairn_atomic_end();
  *key = made;
  return 0;
}
int __cairn_t_pthread_key_delete(unsigned key) { return 0; }
int __cairn_t_pthread_setspecific(unsigned key, const void *value) {
  if (key >= 16)
    return 22;
  __cairn_thread_specific[__cairn_thread_self][key] = (void *)value;
  return 0;
}
void *__cairn_t_pthread_getspecific(unsigned key) {
  return key < 16 ? __cairn_thread_specific[__cairn_thread_self][key] : 0;
}
