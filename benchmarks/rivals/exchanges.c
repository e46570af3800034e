/* The method of solvers/paradigms/local_search_diagonals.py in C (Sosic and Gu 1991).
   Usage: exchanges N     Prints: COUNT SECONDS */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int n, *rows, *on_sum, *on_difference;
static uint64_t state = 88172645463325252ULL;

static int below(int limit) /* xorshift: G. Marsaglia, 2003 */
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int)((state >> 32) * (uint64_t)limit >> 32);
}

static void count(int column, int queens)
{
    on_sum[rows[column] + column] += queens;
    on_difference[rows[column] - column + n] += queens;
}

static int conflicts_with(int column, int queens)
{
    return (on_sum[rows[column] + column] > queens)
         + (on_difference[rows[column] - column + n] > queens);
}

static int put(int column)
{
    int conflicts = conflicts_with(column, 0);
    count(column, 1);
    return conflicts;
}

static int lift(int column)
{
    count(column, -1);
    return conflicts_with(column, 0);
}

static void exchange(int column, int other)
{
    int row = rows[column];
    rows[column] = rows[other];
    rows[other] = row;
}

static int search(void) /* how many conflicts are left */
{
    int64_t placings = (int64_t)(3.08 * n), exchanges = 100LL * n;
    int conflicts = 0;

    for (int each = 0; each < 2 * n; each++)
        on_sum[each] = on_difference[each] = 0;
    for (int column = n - 1; column > 0; column--)
        exchange(column, below(column + 1));
    for (int column = 0; column < n; column++) {
        while (placings-- > 0) {
            exchange(column, column + below(n - column));
            if (!conflicts_with(column, 0))
                break;
        }
        conflicts += put(column);
    }
    while (conflicts && exchanges > 0)
        for (int column = 0; column < n; column++)
            while (conflicts_with(column, 1) && exchanges-- > 0) {
                int other = below(n);
                if (other == column)
                    continue;
                int before = lift(column) + lift(other);
                exchange(column, other);
                int after = put(column) + put(other);
                if (after < before) {
                    conflicts += after - before;
                    break;
                }
                lift(column);
                lift(other);
                exchange(column, other);
                put(column);
                put(other);
            }
    return conflicts;
}

int main(int argc, char **argv)
{
    struct timespec start, end;

    n = argc > 1 ? atoi(argv[1]) : 8;
    clock_gettime(CLOCK_MONOTONIC, &start);
    rows = malloc(n * sizeof *rows);
    on_sum = malloc(2 * n * sizeof *on_sum);
    on_difference = malloc(2 * n * sizeof *on_difference);
    for (int column = 0; column < n; column++)
        rows[column] = column;
    while (search())
        ;
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%d %.6f\n", 1, (end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) / 1e9);
    return 0;
}
