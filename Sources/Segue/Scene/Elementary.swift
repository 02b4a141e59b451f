// The elementary functions that colors and rotations need: the kernels', which give the same bits on every processor.

import CKernels
import Glibc  // squareRoot and remainder in builds without optimization

/// Elementary functions of the scene. Angles are in degrees.
enum Elementary {
  static func cubeRoot(_ x: Double) -> Double { ck_cbrt(x) }

  static func power(_ x: Double, _ exponent: Double) -> Double { ck_pow(x, exponent) }

  static func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

  /// Sine and cosine, exact at quarter turns, so that a view turned by 90° has edges on whole pixels.
  static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    let turned = degrees.remainder(dividingBy: 360)  // −180…180, exact
    switch turned {
    case 0: return (0, 1)
    case 90: return (1, 0)
    case -90: return (-1, 0)
    case 180, -180: return (0, -1)
    default:
      let radians = turned * (Double.pi / 180)
      return (ck_sin(radians), ck_cos(radians))
    }
  }

  /// The direction of (x, y), −180…180°, clockwise from the x axis since y points down.
  static func degrees(ofX x: Double, y: Double) -> Double { ck_atan2(y, x) * (180 / Double.pi) }
}
