/* The loop of solvers/paradigms/bitset.py in C; every solution is stored.
   Usage: bitset N     Prints: COUNT SECONDS */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 8;
    uint64_t queens[64], free_rows[64], taken[64] = {0}, up[64] = {0}, down[64] = {0};
    uint64_t every_row = ((uint64_t)1 << n) - 1;
    size_t capacity = 1 << 12, count = 0;
    uint8_t *solutions = malloc(capacity * n);
    struct timespec start, end;
    int column = 0;

    clock_gettime(CLOCK_MONOTONIC, &start);
    free_rows[0] = every_row;
    while (column >= 0) {
        uint64_t rows = free_rows[column];
        if (!rows) {
            column--;
            continue;
        }
        uint64_t queen = rows & -rows;
        free_rows[column] = rows ^ queen;
        queens[column] = queen;
        if (column == n - 1) {
            if (count == capacity)
                solutions = realloc(solutions, (capacity *= 2) * n);
            for (int each = 0; each < n; each++)
                solutions[count * n + each] = __builtin_ctzll(queens[each]);
            count++;
            continue;
        }
        uint64_t rows_taken = taken[column] | queen;
        uint64_t going_up = (up[column] | queen) << 1;
        uint64_t going_down = (down[column] | queen) >> 1;
        column++;
        taken[column] = rows_taken;
        up[column] = going_up;
        down[column] = going_down;
        free_rows[column] = every_row & ~(rows_taken | going_up | going_down);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%zu %.6f\n", count,
           (end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) * 1e-9);
    return 0;
}
