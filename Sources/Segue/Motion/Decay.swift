// Values that are thrown: they slow down by themselves, rest on a snap point, or bounce off a bound.

import CKernels
import Glibc  // squareRoot in builds without optimization

/// How a thrown value slows down: its velocity falls by the factor e^(−rate) each second, so it comes to rest after
/// velocity / rate.
public struct Decay: Equatable, Sendable {
  /// Per second, above 0.
  public var rate: Double

  /// Rates that a value can be thrown with, per second: one that slows down less would be on its way for weeks, and so far that
  /// its small numbers were lost.
  static let rates = 1e-6...1e6

  /// Keeps 0.998 of the velocity each millisecond: the pace of touch lists on common platforms.
  public static let natural = Decay(keeping: 0.998)

  /// - Parameter share: what is left of the velocity after each millisecond, between 0 and 1. The rate is 1000·(1 − share)/share,
  ///   so that the place of rest is the sum that a step by step simulation of whole milliseconds arrives at.
  public init(keeping share: Double) { rate = 1000 * (1 - share) / share }

  public init(rate: Double) { self.rate = rate }

  static func factors(rate: Double, elapsed: Double) -> ShapeFactors {
    let c = ck_exp(-(rate * max(elapsed, 0)))
    return ShapeFactors(c: c, b: 0, aRate: rate * c, bRate: 0)
  }

  /// How far a velocity carries.
  public func travel(_ velocity: Double) -> Double { velocity / rate }

  /// Seconds until what is left of the way is below the threshold, above 0, in the unit of the velocity.
  public func restTime(velocity: Double, threshold: Double) -> Double {
    let left = abs(velocity) / (rate * threshold)
    return left > 1 ? ck_log(left) / rate : 0
  }

  /// Seconds until a value at `distance` before a bound reaches it; nil if it comes to rest before, or goes the other way.
  public func hitTime(distance: Double, velocity: Double) -> Double? {
    let share = rate * distance / velocity
    guard velocity != 0, share >= 0, share < 1 else { return nil }
    return -ck_log1p(-share) / rate
  }

  /// The spring that brings a thrown value to rest on a snap point without passing it: critically damped, and fast enough that
  /// it is the decay itself where the throw would end there or beyond; for a throw that falls short or goes the other way it
  /// leans towards a response of half a second.
  /// - Parameter distance: the way to the snap point, signed as `velocity` is.
  func snapSpring(distance: Double, velocity: Double) -> Spring {
    let restful = 4 * Double.pi
    guard distance != 0 else { return Spring(omega: restful, ratio: 1) }
    let quickness = velocity / distance
    let omega: Double
    if quickness >= rate {
      omega = quickness
    } else if quickness > 0 {
      omega = rate + (restful - rate) * (1 - quickness / rate)
    } else {
      omega = restful
    }
    return Spring(omega: omega, ratio: 1)
  }

  /// The fastest spring to the last snap point before a bound that bounces; beyond it the value may run over.
  static let fastestSnap = 8 * Double.pi
}
