/* Peers in C for the kernels of pitboss.odds, compiled by bench/odds.py when a compiler is there.
 *
 * set_solve    the plain way: every set of known cards of a 52-card deck, with a table of hands
 * class_solve  the kernels' own way, line by line: classes of ranks and suit
 * play         the same generator, deal and decisions as sim_kernels.play
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t i64;
typedef uint64_t u64;

static u64 mix(u64 z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

void play(u64 seed, u64 lane, i64 rounds, const uint16_t *step1, const uint16_t *step2,
          const uint16_t *step3, const uint16_t *step4, const uint8_t *policy2,
          const uint8_t *policy3, const uint32_t *policy4, const uint8_t *kinds2,
          const uint8_t *kinds5, const uint8_t *last5, i64 n2, i64 n5, i64 *counts) {
    u64 s[4], at = mix(mix(seed + 0x9E3779B97F4A7C15u) ^ (lane * 0x9E3779B97F4A7C15u + 1));
    for (int i = 0; i < 4; i++) s[i] = mix(at += 0x9E3779B97F4A7C15u);
    u64 s0 = s[0], s1 = s[1], s2 = s[2], s3 = s[3];
    uint8_t deck[52];
    for (int i = 0; i < 52; i++) deck[i] = i;
    const u64 low = 0xFFFFFFFFu;
    const u64 reject3 = (1ull << 32) % (52 * 51 * 50), reject2 = (1ull << 32) % (49 * 48);
    for (i64 n = 0; n < rounds; n++) {
        u64 x, y, j0, j1, j2, j3, j4;
        do {
            u64 t = s0 + s3, word = ((t << 23) | (t >> 41)) + s0;
            t = s1 << 17;
            s2 ^= s0, s3 ^= s1, s1 ^= s2, s0 ^= s3, s2 ^= t, s3 = (s3 << 45) | (s3 >> 19);
            x = (word & low) * 52, j0 = x >> 32;
            x = (x & low) * 51, j1 = x >> 32;
            x = (x & low) * 50, j2 = x >> 32;
            y = (word >> 32) * 49, j3 = y >> 32;
            y = (y & low) * 48, j4 = y >> 32;
        } while ((x & low) < reject3 || (y & low) < reject2);
        uint8_t c0 = deck[j0], c1, c2, c3, c4;
        deck[j0] = deck[0], deck[0] = c0;
        c1 = deck[j1 + 1], deck[j1 + 1] = deck[1], deck[1] = c1;
        c2 = deck[j2 + 2], deck[j2 + 2] = deck[2], deck[2] = c2;
        c3 = deck[j3 + 3], deck[j3 + 3] = deck[3], deck[3] = c3;
        c4 = deck[j4 + 4], deck[j4 + 4] = deck[4], deck[4] = c4;
        u64 d1 = (c0 ^ c1) & 3, d2 = d1 | ((c0 ^ c2) & 3), d3 = d2 | ((c0 ^ c3) & 3);
        u64 m2 = step1[(c0 >> 2) * 13 + (c1 >> 2)];
        u64 m3 = step2[m2 * 13 + (c2 >> 2)];
        u64 m4 = step3[m3 * 13 + (c3 >> 2)];
        u64 a2 = policy2[m2 + 91 * (d1 == 0)];
        u64 a3 = (policy3[m3 + 455 * (d2 == 0)] >> (2 * a2)) & 3;
        u64 prefix = a2 + 4 * a3;
        u64 a4 = (policy4[m4 + 1820 * (d3 == 0)] >> (2 * prefix)) & 3;
        u64 k5 = last5[m4 * 13 + (c4 >> 2)];
        if ((d3 | ((c0 ^ c4) & 3)) == 0)
            k5 = kinds5[((c0 & 3) + 1) * 6188 + step4[m4 * 13 + (c4 >> 2)]];
        u64 k2 = n2 > 1 ? kinds2[m2 + 91 * ((c0 & 3) + 1) * (d1 == 0)] : 0;
        counts[((prefix + 16 * a4) * n2 + k2) * n5 + k5]++;
    }
}

/* Choice counts by prefix, what a round comes to at the end, and what is won at two and three cards. */
typedef struct {
    i64 choices2[1], choices3[4], choices4[16];
    i64 now2[16], now3[4 * 16], final[64 * 16];
    i64 kinds5;
} Game;

static i64 best_of(const i64 *values, i64 choices) {
    i64 best = values[0];
    for (i64 a = 1; a < choices; a++)
        if (values[a] > best) best = values[a];
    return best;
}

static i64 choose[53][6];
static u64 low_of[16], high_of[16];
#define COUNT(kind) (low += low_of[kind], high += high_of[kind])


static void count_sets(void) {
    for (int n = 0; n < 53; n++)
        for (int k = 0; k < 6; k++)
            choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : choose[n - 1][k - 1] + choose[n - 1][k];
    for (int k = 0; k < 8; k++) low_of[k] = high_of[8 + k] = 1ull << 8 * k;
}

/* Sum of the round's results over all C(52,2)*50*49*48 deals, played as well as can be.
 * kinds5, kinds3, kinds2 are indexed by the colexicographic number of the set of cards. */
i64 set_solve(const Game *game, const uint8_t *kinds2, const uint8_t *kinds3, const uint8_t *kinds5) {
    if (!choose[52][5]) count_sets();
    static i64 best3[4][22100], best2[1326];
    static i64 best4[16][270725];
    const i64 k5 = game->kinds5;
    int prefixes[16], used = 0;
    for (int p = 0; p < 16; p++)
        if (game->choices4[p]) prefixes[used++] = p;
    for (int d = 3; d < 52; d++)
        for (int c = 2; c < d; c++)
            for (int b = 1; b < c; b++)
                for (int a = 0; a < b; a++) {
                    /* Counts by kind of hand, eight bits each: kinds 0 to 7, and 8 to 15. */
                    u64 low = 0, high = 0;
                    const i64 set = a + choose[b][2] + choose[c][3] + choose[d][4];
                    i64 base = choose[a][2] + choose[b][3] + choose[c][4] + choose[d][5];
                    for (int x = 0; x < a; x++) COUNT(kinds5[base + x]);
                    base = a + choose[b][3] + choose[c][4] + choose[d][5];
                    for (int x = a + 1; x < b; x++) COUNT(kinds5[base + choose[x][2]]);
                    base = a + choose[b][2] + choose[c][4] + choose[d][5];
                    for (int x = b + 1; x < c; x++) COUNT(kinds5[base + choose[x][3]]);
                    base = a + choose[b][2] + choose[c][3] + choose[d][5];
                    for (int x = c + 1; x < d; x++) COUNT(kinds5[base + choose[x][4]]);
                    for (int x = d + 1; x < 52; x++) COUNT(kinds5[set + choose[x][5]]);
                    i64 ends[16];
                    for (int k = 0; k < 8; k++)
                        ends[k] = low >> 8 * k & 255, ends[8 + k] = high >> 8 * k & 255;
                    for (int i = 0; i < used; i++) {
                        int p = prefixes[i];
                        i64 values[4] = {0};
                        for (i64 act = 0; act < game->choices4[p]; act++)
                            for (i64 k = 0; k < k5; k++)
                                values[act] += ends[k] * game->final[(p + 16 * act) * 16 + k];
                        best4[p][set] = best_of(values, game->choices4[p]);
                    }
                }
    for (int c = 2; c < 52; c++)
        for (int b = 1; b < c; b++)
            for (int a = 0; a < b; a++) {
                i64 set = a + choose[b][2] + choose[c][3];
                for (int p = 0; p < 4; p++) {
                    i64 values[4] = {0};
                    for (i64 act = 0; act < game->choices3[p]; act++) {
                        const i64 *after = best4[p + 4 * act];
                        i64 sum = game->now3[p * 16 + kinds3[set]] * 49 * 48;
                        int x = 0;
                        i64 base = choose[a][2] + choose[b][3] + choose[c][4];
                        for (; x < a; x++) sum += after[base + x];
                        base = a + choose[b][3] + choose[c][4];
                        for (x = a + 1; x < b; x++) sum += after[base + choose[x][2]];
                        base = a + choose[b][2] + choose[c][4];
                        for (x = b + 1; x < c; x++) sum += after[base + choose[x][3]];
                        for (x = c + 1; x < 52; x++) sum += after[set + choose[x][4]];
                        values[act] = sum;
                    }
                    if (game->choices3[p]) best3[p][set] = best_of(values, game->choices3[p]);
                }
            }
    i64 total = 0;
    for (int b = 1; b < 52; b++)
        for (int a = 0; a < b; a++) {
            i64 set = a + choose[b][2], values[4] = {0};
            for (i64 act = 0; act < game->choices2[0]; act++) {
                const i64 *after = best3[act];
                i64 sum = game->now2[kinds2[set]] * 50 * 49 * 48;
                for (int x = 0; x < a; x++) sum += after[x + choose[a][2] + choose[b][3]];
                for (int x = a + 1; x < b; x++) sum += after[a + choose[x][2] + choose[b][3]];
                for (int x = b + 1; x < 52; x++) sum += after[set + choose[x][3]];
                values[act] = sum;
            }
            best2[set] = best_of(values, game->choices2[0]);
            total += best2[set];
        }
    return total;
}

/* Cards that may follow a class of the whole deck: of another suit or of the class's own. */
static void remaining(const i64 *ranks, int known, int one_suit, i64 *left, i64 *suited) {
    for (int r = 0; r < 13; r++) left[r] = 4 - one_suit, suited[r] = one_suit;
    for (int i = 0; i < known; i++) {
        if (one_suit) left[ranks[i]] = 3, suited[ranks[i]] = 0;
        else left[ranks[i]]--;
    }
}

static int possible(const i64 *ranks, int known, int one_suit) {
    for (int i = 1; i < known; i++)
        if (one_suit && ranks[i] == ranks[i - 1]) return 0;
    return 1;
}

/* kinds are [flag, multiset] of which the first two flags are read; sizes2 counts all four suits. */
i64 class_solve(const Game *game, const i64 *members2, const i64 *members3, const i64 *members4,
                const uint16_t *step2, const uint16_t *step3, const uint16_t *step4,
                const uint8_t *kinds2, const uint8_t *kinds3, const uint8_t *kinds5,
                const i64 *sizes2) {
    static i64 best4[16][2][1820], best3[4][2][455];
    i64 left[13], suited[13];
    const i64 k5 = game->kinds5;
    for (int f = 0; f < 2; f++)
        for (int m = 0; m < 1820; m++) {
            if (!possible(members4 + 4 * m, 4, f)) continue;
            i64 ends[16] = {0};
            remaining(members4 + 4 * m, 4, f, left, suited);
            for (int r = 0; r < 13; r++) {
                int to = step4[13 * m + r];
                ends[kinds5[to]] += left[r];
                if (suited[r]) ends[kinds5[6188 * f + to]]++;
            }
            for (int p = 0; p < 16; p++) {
                i64 values[4] = {0};
                for (i64 act = 0; act < game->choices4[p]; act++)
                    for (i64 k = 0; k < k5; k++)
                        values[act] += ends[k] * game->final[(p + 16 * act) * 16 + k];
                if (game->choices4[p]) best4[p][f][m] = best_of(values, game->choices4[p]);
            }
        }
    for (int f = 0; f < 2; f++)
        for (int m = 0; m < 455; m++) {
            if (!possible(members3 + 3 * m, 3, f)) continue;
            remaining(members3 + 3 * m, 3, f, left, suited);
            for (int p = 0; p < 4; p++) {
                i64 values[4] = {0};
                for (i64 act = 0; act < game->choices3[p]; act++) {
                    i64 sum = game->now3[p * 16 + kinds3[455 * f + m]] * 49 * 48;
                    for (int r = 0; r < 13; r++) {
                        int to = step3[13 * m + r];
                        sum += left[r] * best4[p + 4 * act][0][to];
                        if (suited[r]) sum += best4[p + 4 * act][f][to];
                    }
                    values[act] = sum;
                }
                if (game->choices3[p]) best3[p][f][m] = best_of(values, game->choices3[p]);
            }
        }
    i64 total = 0;
    for (int f = 0; f < 2; f++)
        for (int m = 0; m < 91; m++) {
            if (!possible(members2 + 2 * m, 2, f)) continue;
            i64 values[4] = {0};
            remaining(members2 + 2 * m, 2, f, left, suited);
            for (i64 act = 0; act < game->choices2[0]; act++) {
                i64 sum = game->now2[kinds2[91 * f + m]] * 50 * 49 * 48;
                for (int r = 0; r < 13; r++) {
                    int to = step2[13 * m + r];
                    sum += left[r] * best3[act][0][to];
                    if (suited[r]) sum += best3[act][f][to];
                }
                values[act] = sum;
            }
            total += sizes2[91 * f + m] * best_of(values, game->choices2[0]);
        }
    return total;
}
