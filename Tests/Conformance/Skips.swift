// Every case that is not run, and why. Nothing else may skip a case.

/// Why a case is not run.
enum SkipReason: Hashable, Comparable, CustomStringConvertible {
  /// The case asks for the opposite of a rule of Segue.
  case contradicts(rule: String)
  /// Segue does not have, and is not to have, what the case is about.
  case outside(String)
  /// What the case is about is not built yet.
  case later(String)

  var description: String {
    switch self {
    case .contradicts(let rule): "contradicts our rule: \(rule)"
    case .outside(let what): "outside the product: \(what)"
    case .later(let what): "later: \(what)"
    }
  }
}

enum Skips {
  /// Whole files.
  static let files: [String: SkipReason] = [
    "timing/playback_control": .later("the timing model"),
    "tween/behaviour": .later("behaviour of tweens"),
    "tween/keyframes": .later("keyframes"),
    "tween/timeline": .later("timelines"),
    "gestures/velocity": .later("gestures"),
    "gestures/recognizers": .later("gestures"),
    "gestures/arbitration": .later("gestures"),
    "gestures/touchpad": .later("gestures"),
    "navigation/stack": .later("navigation"),
    "navigation/tabs": .later("navigation"),
    "navigation/transitions": .later("navigation"),
    "navigation/interactive_back": .later("navigation"),
    "navigation/swipe_projection": .later("navigation"),
    "navigation/callback_order": .later("navigation"),
    "navigation/restoration": .later("navigation"),
    "wild/scripts": .later("scripts, which are read and tried by people"),
  ]

  private static let endsExact = "a curve is exact at its ends, whatever its formula leaves there"
  private static let undamped = "an undamped spring never ends and is refused"
  private static let takesVelocity = "a spring takes the velocity over, whichever parameters describe it"

  /// Single cases, by file and id.
  static let cases: [String: [String: SkipReason]] = [
    "easing/syntax": ["sy-li-calc0": .outside("arithmetic in CSS texts")],
    "tween/variants": [
      "va-flux-elasticin": .contradicts(rule: endsExact),
      "va-flux-expoinout": .contradicts(rule: endsExact),
      "va-hump-in-out-elastic": .contradicts(rule: endsExact),
    ],
    "springs/values": [
      "sv-undamped": .contradicts(rule: undamped),
      "cv-negative-ratio": .contradicts(rule: undamped),
    ],
    "springs/settle": ["se-adw-undamped": .contradicts(rule: undamped)],
    "springs/decay_and_bounds": [
      "de-gravity-down": .outside("constant acceleration"),
      "de-clamp-1": .outside("constant acceleration"),
      "de-clamp-2": .outside("constant acceleration"),
    ],
    "springs/behaviour": [
      "sb-timed-ignores-velocity": .contradicts(rule: takesVelocity),
      "sb-removed-listener": .outside("listeners of single frames"),
      "sb-one-update-per-frame": .outside("listeners of single frames"),
      "sb-start-sync": .outside("listeners of single frames"),
      "sb-adw-unmapped": .outside("animations of widgets that are not mapped"),
    ],
    "wild/parameter_sets": [
      "ps-material-durations": .outside("durations by name"),
      "ps-adw-swipe": .later("gestures"),
      "ps-flutter-gestures": .later("gestures"),
    ],
  ]
}
