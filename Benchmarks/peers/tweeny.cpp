// What tweeny costs a frame: N objects of 4 numbers, ease in-out cubic, durations staggered so that all move in every frame.
// usage: N=10000 tweeny
// Prints one row, parted by tabs: peer, runtime, objects, frames, median, minimum and start in nanoseconds an object.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include <tweeny/tweeny.h>  // uses the integers of cstdint without including it

static double now_ns() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

using Tween = tweeny::tween<float, float, float, float>;

int main() {
  const char *given = getenv("N");
  const long n = given ? atol(given) : 10000;
  if (n < 1) return 2;
  const long frames = std::clamp(3000000 / n, 24L, 6000L), warm = std::max(6L, frames / 5);
  const int step = 8;  // ms, tweeny's unit; a frame at 120 Hz, cut to whole ones
  const double total = double(frames + warm) * step;

  std::vector<float> shown(4 * n);
  std::vector<Tween> tweens;
  const double begin = now_ns();
  for (long i = 0; i < n; i++) {
    tweens.push_back(tweeny::from(0.f, 0.f, 0.f, 0.f)
                       .to(float(10 + i % 7), float(200 + i % 300), float(100 + i % 200), 1 + float(i % 5) / 10)
                       .during(int(total * (1.05 + double(i % 97) / 97)))
                       .via(tweeny::easing::cubicInOut));
  }
  const double start = (now_ns() - begin) / n;

  std::vector<double> samples;
  for (long f = 0; f < warm + frames; f++) {
    const double before = now_ns();
    for (long i = 0; i < n; i++) {
      const auto &values = tweens[i].step(step);
      for (int j = 0; j < 4; j++) shown[4 * i + j] = values[j];
    }
    if (f >= warm) samples.push_back((now_ns() - before) / n);
  }
  std::sort(samples.begin(), samples.end());
  double sum = 0;
  for (float x : shown) sum += x;
  printf("tweeny\tC++\t%ld\t%ld\t%.1f\t%.1f\t%.0f\t\t%.4g\n", n, frames, samples[samples.size() / 2], samples[0], start, sum);
}
