// The table of suites: what runs which file of the data.

enum Suites {
  /// Which suite runs which file of cases, named by folder and name.
  static let byFile: [String: Suite] = [
    "easing/cubic_bezier": EasingSuites.values,
    "easing/steps": EasingSuites.values,
    "easing/linear": EasingSuites.values,
    "easing/syntax": EasingSuites.syntax,
    "timing/progress": TimingSuites.progress,
    "timing/playback_control": PlaybackControlSuites.control,
    "tween/penner": TweenSuites.penner,
    "tween/variants": TweenSuites.variants,
    "tween/behaviour": BehaviourSuites.behaviour,
    "tween/keyframes": SequenceSuites.keyframes,
    "tween/timeline": SequenceSuites.timeline,
    "springs/values": SpringSuites.values,
    "springs/settle": SpringSuites.settle,
    "springs/behaviour": SpringSuites.behaviour,
    "springs/decay_and_bounds": DecaySuites.decay,
    "gestures/velocity": VelocitySuites.velocity,
    "gestures/recognizers": RecognizerSuites.recognizers,
    "gestures/arbitration": ArbitrationSuites.arbitration,
    "gestures/touchpad": TouchpadSuites.touchpad,
    "navigation/stack": StackSuites.stack,
    "navigation/tabs": TabSuites.tabs,
    "navigation/transitions": TransitionSuites.transitions,
    "navigation/interactive_back": InteractiveBackSuites.back,
    "navigation/swipe_projection": ProjectionSuites.projection,
    "navigation/callback_order": CallbackSuites.callbacks,
    "wild/parameter_sets": WildSuites.parameterSets,
  ]
}
