// Double Draw solved by a straightforward sweep, to measure and to check the Numba kernels against.
//
// For every set D of up to three dead cards (one of each class under permutations of suits and
// jokers) it values every hand of the remaining cards before the second draw and adds the value to
// every set of kept cards in the hand. It has its own evaluator and shares nothing with the package.
//
//   c++ -std=c++20 -O3 -march=native -o draw_reference draw_reference.cpp
//   ./draw_reference 503 103 53 53 23 8 6 5 4 3 -4  -2 -3      (net by category, then the two folds)
//
// Prints the sum over all hands of the best first value, and what it is to be divided by.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numeric>
#include <vector>

namespace {

constexpr int kCards = 54, kNaturals = 52, kUnseen = 49;
using Set = std::vector<int>;  // ascending cards, 13 * suit + rank, jokers 52 and 53

std::array<std::array<int64_t, 6>, kCards + 1> choose;
std::vector<int32_t> pay5, sum4, dead4;
std::vector<int16_t> pay4;  // [four cards, fifth card]
int32_t fold_first, fold_second;

int64_t number(const Set& cards) {
  int64_t at = 0;
  for (size_t i = 0; i < cards.size(); ++i) at += choose[cards[i]][i + 1];
  return at;
}

// Rows of the paytable from five aces (0) down to nothing (10).
int category(const int* cards) {
  int count[13] = {}, jokers = 0, suits = 0, ranks = 0;
  for (int i = 0; i < 5; ++i) {
    if (cards[i] >= kNaturals) { ++jokers; continue; }
    ++count[cards[i] % 13];
    ranks |= 1 << cards[i] % 13;
    suits |= 1 << cards[i] / 13;
  }
  const bool flush = std::popcount(unsigned(suits)) == 1;
  bool straight = false;
  if (std::popcount(unsigned(ranks)) == 5 - jokers) {
    straight = (ranks & ~0b1000000001111) == 0;
    for (int low = 0; low < 9; ++low) straight = straight || (ranks & ~(0b11111 << low)) == 0;
  }
  count[12] += jokers;
  std::sort(count, count + 13, std::greater<>());
  const bool aces = count[0] == 5;
  if (aces) return 0;
  if (flush && straight) return (ranks & ~(0b11111 << 8)) ? 3 : jokers ? 2 : 1;
  if (count[0] == 4) return 4;
  if (count[0] == 3 && count[1] == 2) return 5;
  if (flush) return 6;
  if (straight) return 7;
  if (count[0] == 3) return 8;
  return count[0] == 2 && count[1] == 2 ? 9 : 10;
}

// The set that stands for the class: suits by descending masks, the first jokers; `to` moves cards.
Set canonical(const Set& cards, std::array<int, kCards>& to) {
  int masks[4] = {}, order[4] = {0, 1, 2, 3}, place[4];
  for (int c : cards)
    if (c < kNaturals) masks[c / 13] |= 1 << c % 13;
  std::stable_sort(order, order + 4, [&](int a, int b) { return masks[a] > masks[b]; });
  for (int i = 0; i < 4; ++i) place[order[i]] = i;
  for (int c = 0; c < kNaturals; ++c) to[c] = 13 * place[c / 13] + c % 13;
  const auto has = [&](int c) { return std::find(cards.begin(), cards.end(), c) != cards.end(); };
  const bool swap = has(53) && !has(52);
  to[52] = swap ? 53 : 52;
  to[53] = swap ? 52 : 53;
  Set out;
  for (int c : cards) out.push_back(to[c]);
  std::sort(out.begin(), out.end());
  return out;
}

// Value times unseen cards of every hand without the dead cards, added to every kept set in it.
void sweep(const Set& dead, std::vector<int64_t>& kept) {
  const int m = int(dead.size()), n = kUnseen - m;
  std::array<int64_t, kCards> alive;
  alive.fill(1);
  for (int d : dead) alive[d] = 0;
  dead4 = sum4;
  for (int d : dead)  // what the dead card would have brought to each four cards
    for (size_t four = 0; four < dead4.size(); ++four) dead4[four] -= pay4[four * kCards + d];
  const auto& C = choose;
  std::array<int64_t, kCards> value;
  for (int e = 4; e < kCards; ++e)
    for (int d = 3; alive[e] && d < e; ++d)
      for (int c = 2; alive[d] && c < d; ++c)
        for (int b = 1; alive[c] && b < c; ++b) {
          if (!alive[b]) continue;
          const int32_t* own = &pay5[C[b][2] + C[c][3] + C[d][4] + C[e][5]];
          const int32_t* q1 = &dead4[C[c][2] + C[d][3] + C[e][4]];
          const int32_t* q2 = &dead4[C[b][2] + C[d][3] + C[e][4]];
          const int32_t* q3 = &dead4[C[b][2] + C[c][3] + C[e][4]];
          const int32_t* q4 = &dead4[C[b][2] + C[c][3] + C[d][4]];
          const int32_t q0 = dead4[b + C[c][2] + C[d][3] + C[e][4]], fold = n * fold_second;
          int64_t total = 0;
          for (int a = 0; a < b; ++a) {
            int32_t best = std::max(std::max(q0, q1[a]), std::max(std::max(q2[a], q3[a]), q4[a]));
            best = std::max(std::max(best - own[a], n * own[a]), fold);
            value[a] = alive[a] * best;
            total += value[a];
          }
          if (m == 3) {
            for (int x : {b, c, d, e})
              for (int a = 0; a < b; ++a) kept[C[x][2] + a] += value[a];
            for (int64_t at : {b + C[c][2], b + C[d][2], b + C[e][2], c + C[d][2], c + C[e][2], d + C[e][2]})
              kept[at] += total;
          } else if (m == 2) {
            for (int64_t at : {C[b][2] + C[c][3], C[b][2] + C[d][3], C[b][2] + C[e][3],
                               C[c][2] + C[d][3], C[c][2] + C[e][3], C[d][2] + C[e][3]})
              for (int a = 0; a < b; ++a) kept[at + a] += value[a];
            for (int64_t at : {b + C[c][2] + C[d][3], b + C[c][2] + C[e][3], b + C[d][2] + C[e][3], c + C[d][2] + C[e][3]})
              kept[at] += total;
          } else if (m == 1) {
            for (int64_t at : {C[b][2] + C[c][3] + C[d][4], C[b][2] + C[c][3] + C[e][4],
                               C[b][2] + C[d][3] + C[e][4], C[c][2] + C[d][3] + C[e][4]})
              for (int a = 0; a < b; ++a) kept[at + a] += value[a];
            kept[b + C[c][2] + C[d][3] + C[e][4]] += total;
          } else {
            for (int a = 0; a < b; ++a) kept[a + C[b][2] + C[c][3] + C[d][4] + C[e][5]] = value[a];
          }
        }
}

template <class Do>
void each_set(int size, Do act) {
  Set chosen(size);
  std::iota(chosen.begin(), chosen.end(), 0);
  while (true) {
    act(chosen);
    int i = 0;
    while (i + 1 < size && chosen[i] + 1 == chosen[i + 1]) { chosen[i] = i; ++i; }
    if (size == 0 || ++chosen[i] == kCards) return;
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 14) { std::fprintf(stderr, "usage: %s 11 pays, 2 folds\n", words[0]); return 2; }
  int32_t pays[11];
  for (int i = 0; i < 11; ++i) pays[i] = std::atoi(words[1 + i]);
  fold_first = std::atoi(words[12]);
  fold_second = std::atoi(words[13]);
  for (int n = 0; n <= kCards; ++n)
    for (int k = 0; k < 6; ++k) choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : choose[n - 1][k - 1] + choose[n - 1][k];
  pay5.resize(choose[kCards][5]);
  sum4.assign(choose[kCards][4], 0);
  pay4.assign(choose[kCards][4] * kCards, 0);
  each_set(5, [&](const Set& hand) {
    const int32_t pay = pay5[number(hand)] = pays[category(hand.data())];
    for (int i = 0; i < 5; ++i) {
      Set four = hand;
      four.erase(four.begin() + i);
      sum4[number(four)] += pay;
      pay4[number(four) * kCards + hand[i]] = int16_t(pay);
    }
  });
  std::array<std::map<Set, std::vector<int64_t>>, 4> values;
  std::array<int, kCards> to;
  for (int m = 0; m <= 3; ++m)
    each_set(m, [&](const Set& dead) {
      if (canonical(dead, to) != dead) return;
      auto& kept = values[m][dead];
      kept.assign(choose[kCards][5 - m], 0);
      sweep(dead, kept);
    });
  const int64_t whole = 49LL * 48 * 47 * 46;
  const int64_t weight[4] = {whole / 49, whole / (49 * 48), whole / (1176 * 47), whole / (18424 * 46)};
  int64_t total = 0, hands = 0;
  each_set(5, [&](const Set& hand) {
    if (canonical(hand, to) != hand) return;
    int64_t best = whole * fold_first;
    for (unsigned mask = 0; mask < 32; ++mask) {
      const int m = std::popcount(mask);
      if (m > 3) continue;
      Set dead, kept;
      for (int i = 0; i < 5; ++i) (mask >> i & 1 ? dead : kept).push_back(hand[i]);
      const auto& of = values[m].at(canonical(dead, to));
      for (int& c : kept) c = to[c];
      std::sort(kept.begin(), kept.end());
      best = std::max(best, weight[m] * of[number(kept)]);
    }
    // How many hands are like this one: permutations of suits and of jokers that move it.
    int suits[4] = {0, 1, 2, 3}, same = 0, all = 0;
    do {
      for (int swap = 0; swap < 2; ++swap, ++all) {
        Set image;
        for (int c : hand) image.push_back(c < kNaturals ? 13 * suits[c / 13] + c % 13 : swap ? 105 - c : c);
        std::sort(image.begin(), image.end());
        same += image == hand;
      }
    } while (std::next_permutation(suits, suits + 4));
    total += best * (all / same);
    hands += all / same;
  });
  std::printf("%lld %lld\n", (long long)total, (long long)(hands * whole));
}
