/* A few threads that share out the chunks of one task at a time. */
#ifndef SPYRIUM_POOL_H
#define SPYRIUM_POOL_H

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

typedef void (*TaskC)(void *context, long chunk);

typedef struct {
    pthread_t *threads;
    int count;           /* of threads besides the caller's */
    pid_t owner;         /* a forked child has none of them */
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    unsigned long round; /* counts the tasks */
    int working, leaving;
    TaskC task;
    void *context;
    long chunks, next;
} PoolC;

static inline void pool_work(PoolC *pool) {
    long chunk;
    while ((chunk = __atomic_fetch_add(&pool->next, 1, __ATOMIC_RELAXED)) < pool->chunks)
        pool->task(pool->context, chunk);
}

static void *pool_thread(void *memory) {
    PoolC *pool = memory;
    unsigned long done = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->round == done && !pool->leaving)
            pthread_cond_wait(&pool->begin, &pool->lock);
        if (pool->leaving)
            break;
        done = pool->round;
        pthread_mutex_unlock(&pool->lock);
        pool_work(pool);
        pthread_mutex_lock(&pool->lock);
        if (--pool->working == 0)
            pthread_cond_signal(&pool->end);
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
    free(pool);
}

/* A pool of so many threads, the caller's among them; NULL if there is no memory. Fewer do if the system has no more. */
static PoolC *pool_new(int threads) {
    PoolC *pool = calloc(1, sizeof *pool);
    pthread_t *memory = calloc(threads, sizeof *memory);
    if (pool == NULL || memory == NULL) {
        free(pool);
        free(memory);
        return NULL;
    }
    pool->threads = memory;
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
    pthread_mutex_lock(&pool->lock);
    pool->task = task;
    pool->context = context;
    pool->chunks = chunks;
    pool->next = 0;
    pool->working = pool->count;
    pool->round++;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    pool_work(pool);
    pthread_mutex_lock(&pool->lock);
    while (pool->working)
        pthread_cond_wait(&pool->end, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

#endif
