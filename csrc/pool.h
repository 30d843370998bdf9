/* A few threads that share out the chunks of one task at a time. */
#ifndef SPYRIUM_POOL_H
#define SPYRIUM_POOL_H

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "clock.h"

/* How long a thread looks for news before it sleeps, in seconds. To wake one takes the system about as long as half a
 * step of a batch, and between two steps there is often less time than this. */
#define POOL_PATIENCE 1e-4
#define POOL_LOOKS 32 /* at the news for a look at the clock */

typedef void (*TaskC)(void *context, long chunk);

/* The chunks of one thread: always the same, so that what they touch stays in the cache of its core. */
typedef struct {
    long next, end;
    char apart[64 - 2 * sizeof(long)]; /* a cache line each */
} ShareC;

typedef struct {
    pthread_t *threads;
    ShareC *shares;      /* of each thread, the caller's last */
    int count;           /* of threads besides the caller's */
    int begun;           /* threads that have taken their share */
    pid_t owner;         /* a forked child has none of them */
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    unsigned long round; /* counts the tasks */
    int open;            /* there may be chunks to do: threads that look then join the caller, late ones miss the round */
    int working;         /* threads that have joined */
    int leaving;
    TaskC task;
    void *context;
} PoolC;

/* Do the chunks of a share, then what is left of the others'. */
static inline void pool_work(PoolC *pool, int mine) {
    int shares = pool->count + 1;
    long chunk;
    for (int i = 0; i < shares; i++) {
        ShareC *share = &pool->shares[(mine + i) % shares];
        while ((chunk = __atomic_fetch_add(&share->next, 1, __ATOMIC_RELAXED)) < share->end)
            pool->task(pool->context, chunk);
    }
}

static inline void pool_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

/* These two are asked with the lock and without it; only with it the answer stands. */
static inline int pool_has_task(PoolC *pool, unsigned long done) {
    return __atomic_load_n(&pool->open, __ATOMIC_RELAXED) && __atomic_load_n(&pool->round, __ATOMIC_RELAXED) != done;
}

static inline int pool_is_at_rest(PoolC *pool, unsigned long unused) {
    (void)unused;
    return __atomic_load_n(&pool->working, __ATOMIC_RELAXED) == 0;
}

/* Look for a short while whether it is so. */
static inline void pool_look(PoolC *pool, int (*is_so)(PoolC *, unsigned long), unsigned long done) {
    double until = seconds_now() + POOL_PATIENCE;
    do {
        for (int i = 0; i < POOL_LOOKS; i++) {
            if (is_so(pool, done))
                return;
            pool_pause();
        }
    } while (seconds_now() < until);
}

static void *pool_thread(void *memory) {
    PoolC *pool = memory;
    unsigned long done = 0;
    int mine = __atomic_fetch_add(&pool->begun, 1, __ATOMIC_RELAXED);
    for (;;) {
        pool_look(pool, pool_has_task, done);
        pthread_mutex_lock(&pool->lock);
        while (!pool_has_task(pool, done) && !pool->leaving)
            pthread_cond_wait(&pool->begin, &pool->lock);
        if (pool->leaving)
            break;
        done = pool->round;
        __atomic_add_fetch(&pool->working, 1, __ATOMIC_RELAXED);
        pthread_mutex_unlock(&pool->lock);
        pool_work(pool, mine);
        pthread_mutex_lock(&pool->lock);
        if (__atomic_sub_fetch(&pool->working, 1, __ATOMIC_RELAXED) == 0)
            pthread_cond_signal(&pool->end);
        pthread_mutex_unlock(&pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* End the threads and free the pool. */
static void pool_free(PoolC *pool) {
    if (pool == NULL)
        return;
    if (pool->owner == getpid()) {
        pthread_mutex_lock(&pool->lock);
        pool->leaving = 1;
        pthread_cond_broadcast(&pool->begin);
        pthread_mutex_unlock(&pool->lock);
        for (int i = 0; i < pool->count; i++)
            pthread_join(pool->threads[i], NULL);
        pthread_mutex_destroy(&pool->lock);
        pthread_cond_destroy(&pool->begin);
        pthread_cond_destroy(&pool->end);
    }
    free(pool->threads);
    free(pool->shares);
    free(pool);
}

/* A pool of so many threads, the caller's among them; NULL if there is no memory. Fewer do if the system has no more. */
static PoolC *pool_new(int threads) {
    PoolC *pool = calloc(1, sizeof *pool);
    pthread_t *memory = calloc(threads, sizeof *memory);
    ShareC *shares = calloc(threads, sizeof *shares);
    if (pool == NULL || memory == NULL || shares == NULL) {
        free(pool);
        free(memory);
        free(shares);
        return NULL;
    }
    pool->threads = memory;
    pool->shares = shares;
    pool->owner = getpid();
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->end, NULL);
    while (pool->count < threads - 1 && pthread_create(&memory[pool->count], NULL, pool_thread, pool) == 0)
        pool->count++;
    return pool;
}

/* Do all chunks of the task; return when they are done. */
static void pool_run(PoolC *pool, TaskC task, void *context, long chunks) {
    if (pool->count == 0 || chunks < 2 || pool->owner != getpid()) {
        for (long chunk = 0; chunk < chunks; chunk++)
            task(context, chunk);
        return;
    }
    int shares = pool->count + 1;
    pthread_mutex_lock(&pool->lock);
    pool->task = task;
    pool->context = context;
    for (int i = 0; i < shares; i++) {
        pool->shares[i].next = chunks * i / shares;
        pool->shares[i].end = chunks * (i + 1) / shares;
    }
    __atomic_store_n(&pool->round, pool->round + 1, __ATOMIC_RELAXED);
    __atomic_store_n(&pool->open, 1, __ATOMIC_RELAXED);
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    pool_work(pool, pool->count);
    pthread_mutex_lock(&pool->lock);
    __atomic_store_n(&pool->open, 0, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&pool->lock);
    pool_look(pool, pool_is_at_rest, 0);
    pthread_mutex_lock(&pool->lock);
    while (pool->working)
        pthread_cond_wait(&pool->end, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

#endif
