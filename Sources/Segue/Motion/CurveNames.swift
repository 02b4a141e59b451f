// The curves that have names: CSS's, Material Design's, Penner's and LiquidTransition's, in one table.

extension Curve {
  /// For handles known to be right.
  private static func known(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Curve {
    Curve(shape: .bezier(CubicBezier(x1, y1, x2, y2)))
  }

  private static func step(_ position: StepPosition) -> Curve {
    Curve(shape: .steps(StepsCurve(count: 1, position: position)))
  }

  public static let linear = Curve(shape: .linear)

  // CSS Easing Functions Level 2.
  public static let ease = known(0.25, 0.1, 0.25, 1)
  public static let easeIn = known(0.42, 0, 1, 1)
  public static let easeOut = known(0, 0, 0.58, 1)
  public static let easeInOut = known(0.42, 0, 0.58, 1)
  public static let stepStart = step(.start)
  public static let stepEnd = step(.end)

  // Material Design 2.
  public static let standard = known(0.4, 0, 0.2, 1)
  public static let deceleration = known(0, 0, 0.2, 1)
  public static let acceleration = known(0.4, 0, 1, 1)
  public static let sharp = known(0.4, 0, 0.6, 1)

  // Material Design 3. Its emphasized curve for motions that stay on the screen is not one Bézier curve.
  public static let material = known(0.2, 0, 0, 1)
  public static let materialAccelerate = known(0.3, 0, 1, 1)
  public static let materialDecelerate = known(0, 0, 0, 1)
  public static let emphasizedAccelerate = known(0.3, 0, 0.8, 0.15)
  public static let emphasizedDecelerate = known(0.05, 0.7, 0.1, 1)

  /// Every curve that has a name, under the name it is looked up by.
  public static let named: [(name: String, curve: Curve)] =
    [
      ("linear", linear),
      ("ease", ease),
      ("ease_in", easeIn),
      ("ease_out", easeOut),
      ("ease_in_out", easeInOut),
      ("step_start", stepStart),
      ("step_end", stepEnd),
      ("standard", standard),
      ("deceleration", deceleration),
      ("acceleration", acceleration),
      ("sharp", sharp),
      ("material", material),
      ("material_accelerate", materialAccelerate),
      ("material_decelerate", materialDecelerate),
      ("emphasized_accelerate", emphasizedAccelerate),
      ("emphasized_decelerate", emphasizedDecelerate),
    ] + penner + liquidTransition

  /// `ease_in_quad` and so on.
  private static let penner: [(name: String, curve: Curve)] = EaseFamily.allCases.flatMap { family in
    EaseMode.allCases.map { mode in ("ease_\(mode.rawValue)_\(family.rawValue)", ease(family, mode)) }
  }

  /// LiquidTransition's Bézier curves named after Penner's, which they resemble.
  private static let liquidTransition: [(name: String, curve: Curve)] = [
    ("lt_in_sine", known(0.47, 0, 0.745, 0.715)),
    ("lt_out_sine", known(0.39, 0.575, 0.565, 1)),
    ("lt_in_out_sine", known(0.445, 0.05, 0.55, 0.95)),
    ("lt_in_quad", known(0.55, 0.085, 0.68, 0.53)),
    ("lt_out_quad", known(0.25, 0.46, 0.45, 0.94)),
    ("lt_in_out_quad", known(0.455, 0.03, 0.515, 0.955)),
    ("lt_in_cubic", known(0.55, 0.055, 0.675, 0.19)),
    ("lt_out_cubic", known(0.215, 0.61, 0.355, 1)),
    ("lt_in_out_cubic", known(0.645, 0.045, 0.355, 1)),
    ("lt_in_quart", known(0.895, 0.03, 0.685, 0.22)),
    ("lt_out_quart", known(0.165, 0.84, 0.44, 1)),
    ("lt_in_out_quart", known(0.77, 0, 0.175, 1)),
    ("lt_in_quint", known(0.755, 0.05, 0.855, 0.06)),
    ("lt_out_quint", known(0.23, 1, 0.32, 1)),
    ("lt_in_out_quint", known(0.86, 0, 0.07, 1)),
    ("lt_in_expo", known(0.95, 0.05, 0.795, 0.035)),
    ("lt_out_expo", known(0.19, 1, 0.22, 1)),
    ("lt_in_out_expo", known(1, 0, 0, 1)),
    ("lt_in_circ", known(0.6, 0.04, 0.98, 0.335)),
    ("lt_out_circ", known(0.075, 0.82, 0.165, 1)),
    ("lt_in_out_circ", known(0.785, 0.135, 0.15, 0.86)),
    ("lt_in_back", known(0.6, -0.28, 0.735, 0.045)),
    ("lt_out_back", known(0.175, 0.885, 0.32, 1.275)),
    ("lt_in_out_back", known(0.68, -0.55, 0.265, 1.55)),
  ]

  /// The curve of this name in `named`.
  /// - Throws: `CurveError` that names the nearest curve.
  public init(name: String) throws(CurveError) {
    if let found = Self.named.first(where: { $0.name == name }) {
      self = found.curve
      return
    }
    let advice = nearestName(to: name, among: Self.named.lazy.map(\.name)).map { "; did you mean \"\($0)\"?" } ?? ""
    throw CurveError("no curve is named \"\(name)\"\(advice)")
  }
}
