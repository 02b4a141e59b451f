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
    "navigation/restoration": .outside("state restoration"),
    "wild/scripts": .later("scripts, which are read and tried by people"),
  ]

  private static let endsExact = "a curve is exact at its ends, whatever its formula leaves there"
  private static let undamped = "an undamped spring never ends and is refused"
  private static let takesVelocity = "a spring takes the velocity over, whichever parameters describe it"

  private static let takesOver = "a motion takes over the velocity that the value has"
  private static let noTimeLost = "starts follow exact ends, so that no time is lost in a frame"
  private static let delayedOnce = "a delay comes once, before the first round"

  private static let ownSlop = "a gesture begins at its own threshold, also when its rivals have given up"
  private static let fingersJoin = "a pan goes on, by the fingers' centre, when one joins or leaves"
  private static let slopTakenOff = "a translation counts from where the slop was used up, along the way"
  private static let keepsContacts = "a gesture keeps its contacts from others until they lift"
  private static let geometry = "geometry by itself"
  private static let velocityLimits = "limits of velocities"

  private static let drawers = "drawers"
  private static let pinnedTabs = "tab strips with pinned tabs"
  private static let endsAreFree = "who hears of an end may begin the next run, which begins at that exact end"

  /// Single cases, by file and id.
  static let cases: [String: [String: SkipReason]] = [
    "easing/syntax": ["sy-li-calc0": .outside("arithmetic in CSS texts")],
    "tween/variants": [
      "va-flux-elasticin": .contradicts(rule: endsExact),
      "va-flux-expoinout": .contradicts(rule: endsExact),
      "va-hump-in-out-elastic": .contradicts(rule: endsExact),
    ],
    "tween/keyframes": ["kf-colour-linear-light": .contradicts(rule: "colors are mixed in OKLab")],
    "tween/timeline": [
      "ct-minus-clamped": .contradicts(rule: "a place before the start of a timeline is refused"),
      "sg-from-2": .outside("a stagger that starts from an item by number"),
    ],
    "tween/behaviour": [
      "fl-two-keys": .outside("listeners of single frames"),
      "hu-during": .outside("listeners of single frames"),
      "fa-forward-reverse-same-turn": .outside("listeners of single frames"),
      "fa-forward-from": .outside("listeners of single frames"),
      "fl-default-ease": .contradicts(rule: "what has only a duration eases as CSS does"),
      "fl-takeover": .contradicts(rule: takesOver),
      "fl-delay-leftover": .contradicts(rule: noTimeLost),
      "fl-chain-leftover": .contradicts(rule: noTimeLost),
      "hu-new-timer-in-callback": .contradicts(rule: noTimeLost),
      "fl-bad-key": .contradicts(rule: "a wrong argument is refused by the call that has it"),
      "fl-order": .contradicts(rule: "motions that end at one time are told in the order in which they started"),
      "tw-bad-duration": .contradicts(rule: "a motion of no duration is there at once"),
      "tw-target-changes": .outside("targets that a script changes under way without a call"),
      "hu-tween-relative": .contradicts(rule: "what is set takes the value over from its motion"),
      "tj-pause": .contradicts(rule: "a pause holds the value of its own moment, not of the frame before"),
      "tj-delay-repeat": .contradicts(rule: delayedOnce),
      "tj-both-delays": .contradicts(rule: delayedOnce),
      "tj-sleep-delay": .contradicts(rule: delayedOnce),
      "tj-sleep-both": .contradicts(rule: delayedOnce),
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
    "gestures/velocity": [
      "ve-weighted-ios": .contradicts(rule: "a gap of 40 ms ends the stroke"),
      "ve-weighted-ios-slowing": .outside("velocities weighted over the last three moves"),
      "ve-clamp-horizontal-run": .outside(velocityLimits),
      "ve-clamp-2d": .outside(velocityLimits),
    ],
    "gestures/recognizers": [
      "long-late-move": .contradicts(rule: "a lift away from the last place is a move first"),
      "dbl-too-quick-then-third": .contradicts(rule: "taps may follow each other as quickly as they like"),
      "pan-slop-vs-tap": .contradicts(rule: ownSlop),
      "pan-two-fingers-latest": .contradicts(rule: fingersJoin),
      "scale-long": .contradicts(rule: fingersJoin),
      "scale-vs-drag": .contradicts(rule: fingersJoin),
      "ug-threshold": .contradicts(rule: slopTakenOff),
      "qt-pinch-pan": .contradicts(rule: slopTakenOff),
      "ug-bounds": .outside("bounds of a recogniser"),
      "ug-delay": .outside("pans that begin after a time"),
      "ug-pinch-turn": .contradicts(rule: "an angle goes the short way from one event to the next"),
      "hm-press-when-pan-fails": .contradicts(rule: "who requires another to fail waits while that may still begin"),
      "zt-dist-345": .outside(geometry),
      "zt-angle-45": .outside(geometry),
      "zt-angle-180": .outside(geometry),
      "zt-angdist-q": .outside(geometry),
      "sw-last-slow-end": .contradicts(rule: "a swipe is a distance within a time, told when it is reached"),
    ],
    "gestures/arbitration": [
      "team-captain": .outside("teams with a captain"),
      "gk-late-claim": .contradicts(rule: keepsContacts),
      "gk-single-yields-to-two": .contradicts(rule: keepsContacts),
    ],
    "gestures/touchpad": [
      "tp-hold-then-swipe": .contradicts(rule: "a long press that has begun moves freely"),
      "tp-hold-once-double-tap": .contradicts(rule: "a tap is no long press"),
    ],
    "navigation/stack": [
      "nv-toggle-notify": .outside("reports of changed settings"),
      "qs-ownership": .outside("screens that containers make"),
    ],
    "navigation/tabs": [
      "rn-drawer-back": .outside(drawers),
      "rn-drawer-refocus": .outside(drawers),
      "tv-add": .outside(pinnedTabs),
      "tv-first-last": .outside(pinnedTabs),
      "tv-pin": .outside(pinnedTabs),
      "tv-close-others": .outside(pinnedTabs),
      "tv-close-veto": .outside(pinnedTabs),
      "tv-transfer": .outside(pinnedTabs),
      "tv-close": .contradicts(rule: "tabs always show one of their screens: the last one stays"),
      "cv-insert": .outside("carousels"),
    ],
    "navigation/callback_order": [
      "qs-reentry-replace-in-clear": .contradicts(rule: endsAreFree),
      "qs-push-in-removed": .contradicts(rule: endsAreFree),
    ],
    "wild/parameter_sets": ["ps-material-durations": .outside("durations by name")],
  ]
}
