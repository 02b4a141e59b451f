// libsegue.so as C sees it: numbers, refusals, events.

import Foundation
import Testing

@Suite("libsegue.so", .enabled(if: ABIProgram.librarySuitsPrograms))
struct ABITests {
  @Test("The header is C++ and strict C99 as well") func header() throws {
    for language in [["-x", "c++", "-std=c++17"], ["-x", "c", "-std=c99"]] {
      let checked = try ABIProgram.run(
        "cc",
        language + ["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", "-include"]
          + [ABIProgram.headers.appending(path: "segue.h").path, "/dev/null"])
      #expect(checked.status == 0, "\(checked.output)")
    }
  }

  @Test("The library is the version that its header says") func version() throws {
    let program = try ABIProgram(
      #"""
      CHECK(segue_version() == SEGUE_VERSION);
      CHECK(strcmp(segue_version_string(), SEGUE_VERSION_STRING) == 0);
      char text[32];
      snprintf(text, sizeof text, "%u.%u.%u", segue_version() >> 16, segue_version() >> 8 & 255, segue_version() & 255);
      CHECK(strcmp(text, segue_version_string()) == 0);
      """#)
    #expect(program.status == 0, "\(program.lines)")
  }

  @Test("A spring without bounce is where d·e^(-ωt)·(1 + ωt) says, read in bulk beside a value at rest") func criticalSpring()
    throws
  {
    let program = try ABIProgram(
      #"""
      segue_value values[2];
      CHECK(segue_value_new(engine, ONE(10), &values[0]) == SEGUE_OK);
      CHECK(segue_value_new(engine, TWO(3, 4), &values[1]) == SEGUE_OK);
      CHECK(segue_engine_advance(engine, 100) == SEGUE_OK);
      CHECK(segue_value_move(engine, values[0], ONE(210), NULL, NULL) == SEGUE_OK);
      for (int frame = 1; frame <= 30; frame++) {
        double positions[4], velocities[4];
        CHECK(segue_engine_advance(engine, 100 + frame / 60.0) == SEGUE_OK);
        CHECK(segue_values_read(engine, values, 2, positions, velocities) == SEGUE_OK);
        CHECK(positions[1] == 0 && velocities[1] == 0 && positions[2] == 3 && positions[3] == 4 && velocities[3] == 0);
        printf("%.17g %.17g\n", positions[0], velocities[0]);
      }
      """#)
    try #require(program.status == 0 && program.lines.count == 30, "\(program.lines)")
    let omega = 2 * Double.pi / 0.5
    for (i, row) in program.numbers.enumerated() {
      let t = Double(i + 1) / 60
      #expect(abs(row[0] - (210 - 200 * exp(-omega * t) * (1 + omega * t))) < 1e-6)
      #expect(abs(row[1] - 200 * omega * omega * t * exp(-omega * t)) < 1e-4)
    }
  }

  @Test("Springs by response and by duration swing as the underdamped closed form, from a stated velocity", arguments: [2, 3])
  func underdampedSpring(pace: Int) throws {
    let program = try ABIProgram(
      #"""
      segue_value value;
      segue_motion motion = SEGUE_MOTION_INIT;
      motion.pace = \#(pace);
      motion.response = motion.duration = 0.4;
      motion.ratio = 0.7;
      motion.bounce = 0.3;
      motion.velocity = (double[]){500};
      motion.delay = 0.1;
      CHECK(segue_value_new(engine, ONE(0), &value) == SEGUE_OK);
      CHECK(segue_engine_advance(engine, 0) == SEGUE_OK);
      CHECK(segue_value_move(engine, value, ONE(100), &motion, NULL) == SEGUE_OK);
      for (int frame = 1; frame <= 20; frame++) {
        double position[2];
        CHECK(segue_engine_advance(engine, 0.1 + frame / 60.0) == SEGUE_OK);
        CHECK(segue_values_read(engine, &value, 1, position, NULL) == SEGUE_OK);
        printf("%.17g\n", position[0]);
      }
      """#)
    try #require(program.status == 0 && program.lines.count == 20, "\(program.lines)")
    let omega = 2 * Double.pi / 0.4
    let gamma = 0.7 * omega
    let damped = omega * (1 - 0.49).squareRoot()
    for (i, row) in program.numbers.enumerated() {
      let t = Double(i + 1) / 60
      let offset = exp(-gamma * t) * (-100 * cos(damped * t) + (500 - gamma * 100) / damped * sin(damped * t))
      #expect(abs(row[0] - (100 + offset)) < 1e-6, "frame \(i + 1)")
    }
  }

  @Test("A tween of two numbers follows its curve and ends on its target") func tween() throws {
    let program = try ABIProgram(
      #"""
      segue_value value;
      segue_motion motion = SEGUE_MOTION_INIT;
      motion.pace = SEGUE_PACE_TWEEN;
      motion.duration = 2;
      memcpy(motion.bezier, (double[]){0.42, 0, 0.58, 1}, sizeof motion.bezier);
      CHECK(segue_value_new(engine, TWO(0, 50), &value) == SEGUE_OK);
      CHECK(segue_engine_advance(engine, 5) == SEGUE_OK);
      CHECK(segue_value_move(engine, value, TWO(100, 0), &motion, NULL) == SEGUE_OK);
      for (int step = 1; step <= 4; step++) {
        double position[2];
        CHECK(segue_engine_advance(engine, 5 + step / 2.0) == SEGUE_OK);
        CHECK(segue_values_read(engine, &value, 1, position, NULL) == SEGUE_OK);
        printf("%.9g %.9g\n", position[0], position[1]);
      }
      """#)
    try #require(program.status == 0 && program.lines.count == 4, "\(program.lines)")
    let rows = program.numbers
    // ease-in-out is 0.12916 at a quarter, as browsers have it, and turns around its middle.
    #expect(abs(rows[0][0] - 12.916) < 0.001 && abs(rows[0][1] - (50 - 6.458)) < 0.001)
    #expect(abs(rows[1][0] - 50) < 1e-6 && abs(rows[1][1] - 25) < 1e-6)
    #expect(abs(rows[2][0] - (100 - 12.916)) < 0.001)
    #expect(rows[3] == [100, 0])
  }

  @Test("A finger's velocity is measured and goes on into the next motion") func handOver() throws {
    let program = try ABIProgram(
      #"""
      segue_value value;
      double before[2], after[2], velocity[2];
      CHECK(segue_value_new(engine, ONE(0), &value) == SEGUE_OK);
      for (int frame = 0; frame <= 12; frame++) {
        CHECK(segue_engine_advance(engine, frame / 120.0) == SEGUE_OK);
        CHECK(segue_value_track(engine, value, ONE(frame * 5.0)) == SEGUE_OK);
      }
      CHECK(segue_values_read(engine, &value, 1, before, velocity) == SEGUE_OK);
      printf("%.9g %.9g\n", before[0], velocity[0]);
      CHECK(segue_value_move(engine, value, ONE(200), NULL, NULL) == SEGUE_OK);
      CHECK(segue_values_read(engine, &value, 1, after, velocity) == SEGUE_OK);
      printf("%.9g %.9g\n", after[0], velocity[0]);
      CHECK(segue_value_set(engine, value, ONE(7)) == SEGUE_OK);
      CHECK(segue_values_read(engine, &value, 1, after, velocity) == SEGUE_OK);
      printf("%.9g %.9g\n", after[0], velocity[0]);
      """#)
    try #require(program.status == 0 && program.lines.count == 3, "\(program.lines)")
    let rows = program.numbers
    #expect(rows[0][0] == 60 && abs(rows[0][1] - 600) < 1)
    #expect(rows[1] == rows[0])
    #expect(rows[2] == [7, 0])
  }

  @Test("Each end is one event with its reason; a motion asked for again goes on") func events() throws {
    let program = try ABIProgram(
      #"""
      segue_value value;
      segue_animator first, second, again, third;
      segue_event event = SEGUE_EVENT_INIT;
      CHECK(segue_value_new(engine, ONE(0), &value) == SEGUE_OK);
      CHECK(segue_engine_advance(engine, 0) == SEGUE_OK);
      CHECK(segue_engine_next_event(engine, &event) == SEGUE_NONE && event.kind == 0);

      CHECK(segue_value_move(engine, value, ONE(100), NULL, &first) == SEGUE_OK && first);
      CHECK(segue_engine_advance(engine, 0.1) == SEGUE_OK);
      CHECK(segue_value_move(engine, value, ONE(50), NULL, &second) == SEGUE_OK && second != first);
      CHECK(segue_value_move(engine, value, ONE(50), NULL, &again) == SEGUE_OK && again == second);
      CHECK(segue_value_move(engine, value, ONE(50), NULL, NULL) == SEGUE_OK);
      CHECK(segue_engine_advance(engine, 0.2) == SEGUE_OK);
      CHECK(segue_engine_next_event(engine, &event) == SEGUE_OK);
      CHECK(event.kind == SEGUE_EVENT_ENDED && event.animator == first && event.reason == SEGUE_INTERRUPTED);
      CHECK(segue_engine_next_event(engine, &event) == SEGUE_NONE);

      CHECK(segue_engine_advance(engine, 10) == SEGUE_OK);
      CHECK(segue_engine_next_event(engine, &event) == SEGUE_OK);
      CHECK(event.animator == second && event.reason == SEGUE_FINISHED);
      CHECK(segue_engine_next_event(engine, &event) == SEGUE_NONE);

      CHECK(segue_value_move(engine, value, ONE(50), NULL, &third) == SEGUE_OK);
      CHECK(segue_engine_next_event(engine, &event) == SEGUE_OK);
      CHECK(event.animator == third && event.reason == SEGUE_FINISHED);

      CHECK(segue_value_move(engine, value, ONE(0), NULL, &third) == SEGUE_OK);
      CHECK(segue_value_free(engine, value) == SEGUE_OK);
      CHECK(segue_engine_advance(engine, 10.1) == SEGUE_OK);
      struct { segue_event event; uint64_t later; } longer = {{sizeof longer, 0, 0, 0, 0}, 7};
      CHECK(segue_engine_next_event(engine, &longer.event) == SEGUE_OK);
      CHECK(longer.event.animator == third && longer.event.reason == SEGUE_REMOVED);
      CHECK(longer.event.size == sizeof longer && longer.later == 0);
      CHECK(segue_engine_next_event(engine, &event) == SEGUE_NONE);
      """#)
    #expect(program.status == 0, "\(program.lines)")
  }

  @Test("The deadline is never at rest, now in motion, and the end of a delay before it") func deadline() throws {
    let program = try ABIProgram(
      #"""
      segue_value value;
      segue_motion motion = SEGUE_MOTION_INIT;
      double time = 0;
      motion.delay = 0.25;
      CHECK(segue_value_new(engine, ONE(0), &value) == SEGUE_OK);
      CHECK(segue_engine_advance(engine, 1000) == SEGUE_OK);
      CHECK(segue_engine_next_deadline(engine, &time) == SEGUE_NONE && isinf(time));
      CHECK(segue_value_move(engine, value, ONE(100), &motion, NULL) == SEGUE_OK);
      CHECK(segue_engine_next_deadline(engine, &time) == SEGUE_OK && time == 1000.25);
      CHECK(segue_engine_advance(engine, 1000.5) == SEGUE_OK);
      CHECK(segue_engine_next_deadline(engine, &time) == SEGUE_OK && time == 1000.5);
      CHECK(segue_engine_advance(engine, 1000.125) == SEGUE_OK);
      CHECK(segue_engine_next_deadline(engine, &time) == SEGUE_OK && time == 1000.5);
      CHECK(segue_engine_advance(engine, 1010) == SEGUE_OK);
      CHECK(segue_engine_next_deadline(engine, &time) == SEGUE_NONE && isinf(time));
      """#)
    #expect(program.status == 0, "\(program.lines)")
  }

  @Test("What is wrong is refused with a sentence, and changes nothing") func refusals() throws {
    let program = try ABIProgram(
      #"""
      segue_value value, freed, out = 77;
      segue_animator animator = 77;
      double position[2], velocity[2] = {7, 7}, time;
      CHECK(strcmp(segue_engine_error(engine), "") == 0);
      CHECK(segue_value_new(engine, ONE(1), &value) == SEGUE_OK);
      CHECK(segue_value_new(engine, ONE(1), &freed) == SEGUE_OK);
      CHECK(segue_value_free(engine, freed) == SEGUE_OK);
      CHECK(segue_engine_advance(engine, 1) == SEGUE_OK);

      REFUSED(INVALID_ARGUMENT, "finite", segue_engine_advance(engine, NAN));
      REFUSED(INVALID_ARGUMENT, "finite", segue_engine_advance(engine, INFINITY));
      REFUSED(INVALID_ARGUMENT, "NULL", segue_engine_next_deadline(engine, NULL));
      REFUSED(INVALID_ARGUMENT, "NULL", segue_engine_next_event(engine, NULL));
      REFUSED(INVALID_ARGUMENT, "finite", segue_value_new(engine, ONE(NAN), &out));
      REFUSED(INVALID_ARGUMENT, "NULL", segue_value_new(engine, NULL, 1, &out));
      REFUSED(INVALID_ARGUMENT, "NULL", segue_value_new(engine, ONE(1), NULL));
      REFUSED(INVALID_ARGUMENT, "got 0", segue_value_new(engine, position, 0, &out));
      REFUSED(INVALID_ARGUMENT, "numbers", segue_value_new(engine, position, (size_t)-1, &out));
      REFUSED(INVALID_ARGUMENT, "got 2", segue_value_set(engine, value, TWO(1, 2)));
      REFUSED(INVALID_ARGUMENT, "finite", segue_value_set(engine, value, ONE(-INFINITY)));
      REFUSED(INVALID_ARGUMENT, "finite", segue_value_track(engine, value, ONE(NAN)));
      REFUSED(INVALID_ARGUMENT, "finite", segue_value_move(engine, value, ONE(NAN), NULL, &animator));

      REFUSED(STALE_HANDLE, "freed", segue_value_set(engine, freed, ONE(1)));
      REFUSED(STALE_HANDLE, "freed", segue_value_track(engine, freed, ONE(1)));
      REFUSED(STALE_HANDLE, "freed", segue_value_move(engine, freed, ONE(1), NULL, &animator));
      REFUSED(STALE_HANDLE, "freed", segue_value_free(engine, freed));
      REFUSED(STALE_HANDLE, "freed", segue_value_free(engine, 0));
      REFUSED(STALE_HANDLE, "freed", segue_value_free(engine, UINT64_MAX));
      segue_value both[] = {value, freed};
      REFUSED(STALE_HANDLE, "value 1", segue_values_read(engine, both, 2, NULL, velocity));
      REFUSED(INVALID_ARGUMENT, "NULL", segue_values_read(engine, NULL, 1, position, NULL));
      REFUSED(INVALID_ARGUMENT, "count", segue_values_read(engine, both, (size_t)-1, position, NULL));
      CHECK(segue_values_read(engine, NULL, 0, NULL, NULL) == SEGUE_OK);

      struct { segue_motion motion; double later; } m;
      MOTION("size", m.motion.size = 0);
      MOTION("size", m.motion.size = sizeof(segue_motion) - 1);
      MOTION("size", m.motion.size = UINT32_MAX);
      MOTION("does not know", (m.motion.size = sizeof m, m.later = 1));
      MOTION("pace 9", m.motion.pace = 9);
      MOTION("delay", m.motion.delay = NAN);
      MOTION("delay", m.motion.delay = -1);
      MOTION("velocity", m.motion.velocity = (double[]){NAN});
      MOTION("duration", (m.motion.pace = SEGUE_PACE_TWEEN, m.motion.duration = NAN));
      MOTION("duration", (m.motion.pace = SEGUE_PACE_TWEEN, m.motion.duration = -1));
      MOTION("x1", (m.motion.pace = SEGUE_PACE_TWEEN, m.motion.bezier[0] = 2));
      MOTION("y2", (m.motion.pace = SEGUE_PACE_TWEEN, m.motion.bezier[3] = NAN));
      MOTION("ratio", (m.motion.pace = SEGUE_PACE_SPRING_RESPONSE, m.motion.response = 1));
      MOTION("bounce", (m.motion.pace = SEGUE_PACE_SPRING_DURATION, m.motion.bounce = NAN));

      segue_event event = {0, 0, 0, 0, 0};
      REFUSED(INVALID_ARGUMENT, "size", segue_engine_next_event(engine, &event));

      CHECK(segue_values_read(engine, &value, 1, position, NULL) == SEGUE_OK && position[0] == 1);
      CHECK(segue_engine_next_deadline(engine, &time) == SEGUE_NONE);
      CHECK(out == 77 && animator == 77 && velocity[0] == 7);
      m.motion = (segue_motion)SEGUE_MOTION_INIT, m.motion.size = sizeof m, m.later = 0;
      CHECK(segue_value_move(engine, value, ONE(2), &m.motion, &animator) == SEGUE_OK);
      """#,
      declarations: #"""
        #define REFUSED(status, words, ...) \
          do { CHECK((__VA_ARGS__) == SEGUE_##status); CHECK(strstr(segue_engine_error(engine), words)); } while (0)
        #define MOTION(words, change) \
          do { \
            memset(&m, 0, sizeof m), m.motion = (segue_motion)SEGUE_MOTION_INIT, change; \
            REFUSED(INVALID_ARGUMENT, words, segue_value_move(engine, value, ONE(2), &m.motion, &animator)); \
          } while (0)
        """#)
    #expect(program.status == 0, "\(program.lines)")
  }

  @Test("Every call takes a NULL engine as a wrong argument") func null() throws {
    let program = try ABIProgram(
      #"""
      double number = 0;
      segue_value value;
      segue_event event = SEGUE_EVENT_INIT;
      CHECK(segue_engine_new(NULL) == SEGUE_INVALID_ARGUMENT);
      CHECK(segue_engine_free(NULL) == SEGUE_OK);
      CHECK(strcmp(segue_engine_error(NULL), "") == 0);
      CHECK(segue_engine_advance(NULL, 0) == SEGUE_INVALID_ARGUMENT);
      CHECK(segue_engine_next_deadline(NULL, &number) == SEGUE_INVALID_ARGUMENT);
      CHECK(segue_engine_next_event(NULL, &event) == SEGUE_INVALID_ARGUMENT);
      CHECK(segue_value_new(NULL, &number, 1, &value) == SEGUE_INVALID_ARGUMENT);
      CHECK(segue_value_free(NULL, 1) == SEGUE_INVALID_ARGUMENT);
      CHECK(segue_value_set(NULL, 1, &number, 1) == SEGUE_INVALID_ARGUMENT);
      CHECK(segue_value_track(NULL, 1, &number, 1) == SEGUE_INVALID_ARGUMENT);
      CHECK(segue_value_move(NULL, 1, &number, 1, NULL, NULL) == SEGUE_INVALID_ARGUMENT);
      CHECK(segue_values_read(NULL, &value, 0, NULL, NULL) == SEGUE_INVALID_ARGUMENT);
      for (int status = SEGUE_REENTRANT - 1; status <= SEGUE_NONE + 1; status++) puts(segue_status_text(status));
      """#)
    try #require(program.status == 0, "\(program.lines)")
    #expect(Set(program.lines).count == 7)  // six statuses and one sentence for those unknown
  }

  @Test("A foreign thread is refused, and may have an engine of its own") func threads() throws {
    let program = try ABIProgram(
      #"""
      segue_value value;
      CHECK(segue_value_new(engine, ONE(1), &value) == SEGUE_OK);
      pthread_t thread;
      void *failed;
      CHECK(pthread_create(&thread, NULL, foreign, engine) == 0 && pthread_join(thread, &failed) == 0);
      CHECK(!failed);
      CHECK(segue_engine_advance(engine, 0) == SEGUE_OK);
      """#,
      declarations: #"""
        static void *foreign(void *engine) {
          segue_engine *own;
          double time;
          int right = segue_engine_advance(engine, 1) == SEGUE_WRONG_THREAD
            && segue_engine_next_deadline(engine, &time) == SEGUE_WRONG_THREAD
            && segue_engine_free(engine) == SEGUE_WRONG_THREAD && !*segue_engine_error(engine)
            && segue_engine_new(&own) == SEGUE_OK && segue_engine_advance(own, 5) == SEGUE_OK
            && segue_engine_free(own) == SEGUE_OK;
          return right ? NULL : "failed";
        }
        """#)
    #expect(program.status == 0, "\(program.lines)")
  }

  @Test("A call out of the host's own malloc, while another call runs, is refused") func reentrance() throws {
    let program = try ABIProgram(
      #"""
      segue_value value;
      double position[2];
      watched = engine;
      CHECK(segue_value_new(engine, ONE(1), &value) == SEGUE_OK);
      CHECK(!watched && inner == SEGUE_REENTRANT && innerFree == SEGUE_REENTRANT);
      watched = engine;
      CHECK(segue_engine_advance(engine, NAN) == SEGUE_INVALID_ARGUMENT);
      CHECK(!watched && inner == SEGUE_REENTRANT);
      CHECK(segue_values_read(engine, &value, 1, position, NULL) == SEGUE_OK && position[0] == 1);
      """#,
      declarations: #"""
        extern void *__libc_malloc(size_t);
        static segue_engine *watched;
        static segue_status inner, innerFree;
        void *malloc(size_t size) {
          segue_engine *engine = watched;
          if (engine) {
            watched = NULL;
            inner = segue_engine_advance(engine, 1);
            innerFree = segue_engine_free(engine);
          }
          return __libc_malloc(size);
        }
        """#)
    #expect(program.status == 0, "\(program.lines)")
  }
}
