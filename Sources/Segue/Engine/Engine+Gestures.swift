// Recognisers on views, who hears them, and what they drive.

extension Engine {
  /// Puts a recogniser on a view. Throws for settings that can never recognise anything.
  public func addRecognizer(
    _ kind: RecognizerKind, to view: Handle<View>, settings: RecognizerSettings = .init(),
    _ action: @escaping (GestureReport) -> Void
  ) throws(SegueError) -> Handle<Recognizer> {
    guard scene.isAlive(view) else { throw SegueError("\(kind.name): view has been released") }
    let recognizer = try makeRecognizer(kind, settings: settings)
    addAction(recognizer, action)
    gestures.attach(recognizer, to: view)
    return recognizer
  }

  /// Makes a recogniser that is on no view yet. Throws for settings that can never recognise anything.
  public func makeRecognizer(_ kind: RecognizerKind, settings: RecognizerSettings = .init()) throws(SegueError)
    -> Handle<Recognizer>
  {
    if let problem = kind.problem { throw SegueError("\(kind.name): \(problem)") }
    return gestures.add(kind, settings: settings)
  }

  /// Makes a recogniser of a kind of one's own, on no view yet.
  public func makeRecognizer(_ kind: CustomKind, _ logic: any GestureLogic, settings: RecognizerSettings = .init())
    -> Handle<Recognizer>
  {
    gestures.add(kind, logic, settings: settings)
  }

  /// Puts a recogniser that is on no view on one. Throws for one that is on a view, and for a view or recogniser that is gone.
  public func attach(_ recognizer: Handle<Recognizer>, to view: Handle<View>) throws(SegueError) {
    guard let subject = gestures[recognizer] else { throw SegueError("recogniser has been removed") }
    guard scene.isAlive(view) else { throw SegueError("\(subject.kind.name): view has been released") }
    guard !subject.view.isValid else { throw SegueError("\(subject.kind.name): the recogniser is on a view already") }
    gestures.attach(recognizer, to: view)
  }

  /// Has a function hear every report of a recogniser, after those that were added before; returns a name to take it away by.
  @discardableResult public func addAction(_ recognizer: Handle<Recognizer>, _ action: @escaping (GestureReport) -> Void)
    -> UInt64
  {
    gestureActions[recognizer, default: .init()].add(action)
  }

  public func removeAction(_ recognizer: Handle<Recognizer>, _ name: UInt64) { gestureActions[recognizer]?.remove(name) }

  /// Changes what a recogniser looks for; a gesture that has begun is cancelled. Throws for settings that can never recognise
  /// anything, and has changed nothing then.
  public func setKind(_ kind: RecognizerKind, of recognizer: Handle<Recognizer>) throws(SegueError) {
    guard let subject = gestures[recognizer] else { throw SegueError("recogniser has been removed") }
    if let problem = kind.problem { throw SegueError("\(kind.name): \(problem)") }
    if subject.kind != kind { gestures.setKind(kind, of: recognizer) }
  }

  /// Cancels what a recogniser has begun; its contacts are its no more.
  public func cancelGesture(_ recognizer: Handle<Recognizer>) { gestures.cancel(recognizer) }

  public func removeRecognizer(_ recognizer: Handle<Recognizer>) {
    gestures.remove(recognizer)
    setGestureAlarm()
    gestureActions[recognizer] = nil
    reports[recognizer] = nil
    interactionsOfGestures[recognizer] = nil
  }

  /// What a recogniser last reported.
  public func report(of recognizer: Handle<Recognizer>) -> GestureReport? { reports[recognizer] }

  // MARK: Reports

  /// Who hears a recogniser, and what its handlers have driven with it so far.
  struct Hearer {
    var actions: [(GestureReport) -> Void]
    var interactions: [Interaction]
  }

  /// Hands a report to its handlers in this moment of the script phase. After a gesture that the system took away, what its
  /// handlers drove with it is rolled back, whatever they did; after one that ended, a run that a handler still holds
  /// goes where it would come to rest by itself.
  func deliver(_ recognizer: Handle<Recognizer>, _ report: GestureReport, _ hearer: Hearer) {
    changed = true
    if let onEvent, let subject = gestures[recognizer], !subject.settings.isUnlogged { onEvent(.gesture(subject, report)) }
    let outer = hearing
    hearing = recognizer
    if gestures[recognizer] != nil { reports[recognizer] = report }
    for action in hearer.actions { action(report) }
    hearing = outer
    guard report.state == .cancelled || report.state == .ended else { return }
    let late = (interactionsOfGestures[recognizer] ?? []).filter { driven in !hearer.interactions.contains { $0 === driven } }
    for interaction in hearer.interactions + late {
      if report.state == .cancelled { interaction.systemCancelled() } else { interaction.letGo() }
    }
    interactionsOfGestures[recognizer] = nil
  }

  /// The gesture being heard drives the interaction.
  func noteDriven(_ interaction: Interaction) {
    guard let hearing, interactionsOfGestures[hearing]?.contains(where: { $0 === interaction }) != true else { return }
    interactionsOfGestures[hearing, default: []].append(interaction)
  }
}
