// Where recognisers meet: hands contacts out, settles who wins them and reports the winners' steps.

/// The recognisers of one engine and the contacts that are down.
///
/// A contact that goes down is offered to the recognisers of every view under it, innermost view first. By default the first gesture
/// to begin has its contacts for itself: every other recogniser that holds one of them fails. Reports come out in
/// order while events go in; whoever hears one may add, remove, switch off and feed anything.
public final class GestureArena {
  /// Hears every report.
  public var onReport: (Handle<Recognizer>, GestureReport) -> Void

  /// Whether a recogniser may take contacts that go down now.
  var admits: (Recognizer) -> Bool = { _ in true }
  /// Where a point of the stage is in a view, and the view's size; nil without a scene or for a view scaled to nothing.
  var place: (Handle<View>, Point) -> Contact.Place? = { _, _ in nil }

  private struct LiveContact {
    var contact: Contact
    /// The time of its latest event.
    var heard: Double
    /// Who was offered the contact, innermost first.
    var takers: [Handle<Recognizer>]
  }

  private var recognizers = SlotMap<Recognizer>()
  /// Those that have seen something since they were last free, in the order they were added: whatever concerns several
  /// recognisers happens in this order, and nothing concerns the others.
  private var busy: [Handle<Recognizer>] = []
  private var onView: [Handle<View>: [Handle<Recognizer>]] = [:]
  private var live: [LiveContact] = []
  private var serial: UInt64 = 0
  /// The time of the latest event, s; nothing ever happens before it.
  public private(set) var now = -GestureConstants.largestTime

  /// Events that came in while one was being handled, with the views under them.
  private var queue: [(event: InputEvent, chain: [Handle<View>])] = []
  private var isHandling = false

  public init(onReport: @escaping (Handle<Recognizer>, GestureReport) -> Void = { _, _ in }) { self.onReport = onReport }

  // MARK: Recognisers

  /// Puts a recogniser on a view. It sees contacts that go down from now on. A kind with a `problem` never recognises anything:
  /// ask first.
  public func add(
    _ kind: RecognizerKind, to view: Handle<View>, settings: RecognizerSettings = RecognizerSettings()
  ) -> Handle<Recognizer> {
    let handle = add(kind, settings: settings)
    attach(handle, to: view)
    return handle
  }

  func add(_ recognizer: Recognizer) -> Handle<Recognizer> {
    serial += 1
    recognizer.serial = serial
    let handle = recognizers.insert(recognizer)
    if recognizer.view.isValid { onView[recognizer.view, default: []].append(handle) }
    return handle
  }

  /// Makes a recogniser that is on no view yet and sees nothing.
  func add(_ kind: RecognizerKind, settings: RecognizerSettings) -> Handle<Recognizer> {
    add(Recognizer(kind: kind, view: Handle(bits: 0), settings: settings, detector: kind.makeDetector()))
  }

  /// The same for a kind of the host's own.
  func add(_ kind: CustomKind, _ logic: any GestureLogic, settings: RecognizerSettings) -> Handle<Recognizer> {
    add(Recognizer(kind: .custom(kind), view: Handle(bits: 0), settings: settings, detector: CustomDetector(kind, logic)))
  }

  /// Puts a recogniser that is on no view on one.
  func attach(_ handle: Handle<Recognizer>, to view: Handle<View>) {
    guard let recognizer = recognizers[handle], !recognizer.view.isValid else { return }
    recognizer.view = view
    onView[view, default: []].append(handle)
  }

  /// Lets a recogniser look for something else; a gesture that has begun is cancelled first.
  func setKind(_ kind: RecognizerKind, of handle: Handle<Recognizer>) {
    guard let recognizer = recognizers[handle] else { return }
    giveUp(handle)
    recognizer.kind = kind
    recognizer.detector = kind.makeDetector()
    settle()
  }

  /// The recogniser, or nil after its removal.
  public subscript(handle: Handle<Recognizer>) -> Recognizer? { recognizers[handle] }

  /// The recognisers of a view, in the order they were added.
  public func recognizers(on view: Handle<View>) -> [Handle<Recognizer>] { onView[view] ?? [] }

  /// Removes a recogniser; a gesture that has begun is cancelled first. Returns false if it was gone.
  @discardableResult public func remove(_ handle: Handle<Recognizer>) -> Bool {
    guard let recognizer = recognizers[handle] else { return false }
    recognizer.settings.isEnabled = false
    giveUp(handle)
    guard recognizers.remove(handle) != nil else { return true }
    busy.removeAll { $0 == handle }
    onView[recognizer.view]?.removeAll { $0 == handle }
    if onView[recognizer.view]?.isEmpty == true { onView[recognizer.view] = nil }
    settle()
    return true
  }

  /// Changes what a recogniser was told; switching it off cancels a gesture that has begun. Returns false if it was gone.
  @discardableResult public func configure(_ handle: Handle<Recognizer>, _ change: (inout RecognizerSettings) -> Void) -> Bool {
    guard let recognizer = recognizers[handle] else { return false }
    var settings = recognizer.settings
    change(&settings)
    guard recognizers.contains(handle) else { return false }
    recognizer.settings = settings
    if !settings.isEnabled { giveUp(handle) }
    settle()
    return true
  }

  /// Makes a gesture's translation count from another point: it reads as `translation` now. Without a gesture nothing changes.
  public func setTranslation(_ translation: Point, of handle: Handle<Recognizer>) {
    guard let recognizer = recognizers[handle], recognizer.state.isActive else { return }
    recognizer.detector.setTranslation(translation)
  }

  /// Cancels what a recogniser has begun and takes its contacts away.
  public func cancel(_ handle: Handle<Recognizer>) {
    giveUp(handle)
    settle()
  }

  /// Cancels what has begun on a view and takes its recognisers' contacts away.
  public func cancelAll(on view: Handle<View>) {
    for handle in recognizers(on: view) { giveUp(handle) }
    settle()
  }

  /// Cancels what has begun on views that are not `there` and takes their recognisers' contacts away.
  func cancelAll(unless there: (Handle<View>) -> Bool) {
    for handle in busy {
      if let recognizer = recognizers[handle], !there(recognizer.view) { giveUp(handle) }
    }
    settle()
  }

  /// Cancels what has begun on a view and removes its recognisers: the view goes away.
  public func removeAll(on view: Handle<View>) {
    for handle in recognizers(on: view) { remove(handle) }
  }

  // MARK: Input

  /// Takes in one event. An event with a `problem` changes nothing; a time before `now` counts as now; a down of a contact that
  /// is down cancels the old one, whose lift was lost; moves and lifts of contacts that are not down are ignored.
  /// - Parameter hitChain: the views under a point, innermost first, each once; asked for a contact that goes down.
  public func handle(_ event: InputEvent, hitChain: (Point) -> [Handle<View>]) {
    guard event.problem == nil else { return }
    queue.append((event, event.phase == .down ? hitChain(event.position) : []))
    guard !isHandling else { return }
    isHandling = true
    var next = 0
    while next < queue.count {
      let (event, chain) = queue[next]
      next += 1
      advance(to: event.time)
      take(event, chain)
    }
    queue.removeAll(keepingCapacity: true)
    isHandling = false
  }

  /// Lets time pass without an event, for gestures that wait for time.
  public func advance(to time: Double) {
    guard time.isFinite, abs(time) <= GestureConstants.largestTime else { return }
    while let (handle, deadline) = earliestDeadline(), deadline <= time, let recognizer = recognizers[handle] {
      now = max(now, deadline)
      recognizer.detector.deadline = nil
      let verdict = recognizer.detector.elapse(at: now, isActive: recognizer.state.isActive)
      resolve(handle, recognizer, verdict)
      resetIfFree(handle)
    }
    now = max(now, time)
  }

  /// When a recogniser wants to hear of time passing; nil = never.
  public var nextDeadline: Double? { earliestDeadline()?.deadline }

  private func earliestDeadline() -> (handle: Handle<Recognizer>, deadline: Double)? {
    var earliest: (handle: Handle<Recognizer>, deadline: Double)?
    for handle in busy {
      guard let deadline = recognizers[handle]?.detector.deadline, deadline < earliest?.deadline ?? .infinity else { continue }
      earliest = (handle, deadline)
    }
    return earliest
  }

  private func take(_ event: InputEvent, _ chain: [Handle<View>]) {
    let id = Contact.ID(device: event.device, contact: event.contact, touchpad: event.touchpad?.kind)
    switch event.phase {
    case .down:
      if live.contains(where: { $0.contact.id == id }) { lift(id, cancelled: true) }
      if live.count == GestureConstants.contacts, let oldest = live.min(by: { $0.heard < $1.heard }),
        now - oldest.heard > GestureConstants.lostContact
      {
        lift(oldest.contact.id, cancelled: true)
      }
      guard live.count < GestureConstants.contacts else { return }
      let takers = chain.flatMap { recognizers(on: $0) }
      serial += 1
      let contact = Contact(
        id: id, serial: serial, position: event.position, pad: event.touchpad.map { Contact.Pad(fingers: $0.fingers) },
        key: event.key)
      live.append(LiveContact(contact: contact, heard: now, takers: takers))
      for handle in takers { offer(contact, to: handle) }
    case .move:
      move(id, event)
    case .up:
      // Some devices move and lift in one event.
      if event.touchpad == nil, let lifting = live.first(where: { $0.contact.id == id }),
        lifting.contact.position != event.position
      {
        move(id, event)
      }
      lift(id, cancelled: false)
    case .cancel:
      lift(id, cancelled: true)
    }
  }

  private func offer(_ contact: Contact, to handle: Handle<Recognizer>) {
    guard let recognizer = recognizers[handle], recognizer.settings.isEnabled, !recognizer.state.isOver,
      recognizer.waiting != .recognize, admits(recognizer)
    else { return }
    var contact = contact
    contact.place = place(recognizer.view, contact.position)
    guard recognizer.detector.takes(contact, beside: recognizer.contacts) else { return }
    if recognizer.involved.isEmpty {
      recognizer.viewSize = contact.place?.size ?? .zero
      recognizer.device = contact.id.device
      let after = busy.firstIndex { (recognizers[$0]?.serial ?? 0) > recognizer.serial }
      busy.insert(handle, at: after ?? busy.count)
    }
    recognizer.involved.append(contact.serial)
    recognizer.contacts.append(contact)
    tell(handle, recognizer, .down)
  }

  private func move(_ id: Contact.ID, _ event: InputEvent) {
    guard let i = live.firstIndex(where: { $0.contact.id == id }) else { return }
    live[i].contact.position = event.position
    live[i].heard = now
    if let motion = event.touchpad { live[i].contact.add(motion) }
    let (contact, takers) = (live[i].contact, live[i].takers)
    for handle in takers {
      guard let recognizer = recognizers[handle], let own = recognizer.contacts.firstIndex(where: { $0.id == id })
      else { continue }
      recognizer.contacts[own].position = contact.position
      recognizer.contacts[own].pad = contact.pad
      tell(handle, recognizer, .move)
    }
  }

  private func lift(_ id: Contact.ID, cancelled: Bool) {
    guard let i = live.firstIndex(where: { $0.contact.id == id }) else { return }
    let contact = live.remove(at: i)
    // Who waits to begin hears first, so that it fails with its contact instead of beginning on the failure of another.
    let waiting = contact.takers.filter { recognizers[$0]?.waiting == .begin }
    for handle in waiting + contact.takers {
      guard let recognizer = recognizers[handle], let own = recognizer.contacts.firstIndex(where: { $0.id == id })
      else { continue }
      if cancelled { resolve(handle, recognizer, recognizer.state.isActive ? .cancel : .fail) }
      // The report just made may have taken the contacts away.
      guard own < recognizer.contacts.count, recognizer.contacts[own].id == id else { continue }
      recognizer.contacts.remove(at: own)
      if !cancelled { tell(handle, recognizer, .up) }
      guard recognizer.contacts.isEmpty else { continue }
      // Without contacts nothing goes on; and what waits neither for time nor for others has nothing left to wait for.
      if recognizer.state.isActive {
        resolve(handle, recognizer, .end)
      } else if recognizer.waiting == nil, recognizer.detector.deadline == nil {
        resolve(handle, recognizer, .fail)
      }
    }
    settle()
    for handle in contact.takers { resetIfFree(handle) }
  }

  private func tell(_ handle: Handle<Recognizer>, _ recognizer: Recognizer, _ change: ContactChange) {
    guard !recognizer.state.isOver else { return }
    let verdict = recognizer.detector.update(
      change, contacts: recognizer.contacts, at: now, isActive: recognizer.state.isActive)
    resolve(handle, recognizer, verdict)
  }

  // MARK: Who wins

  private func resolve(_ handle: Handle<Recognizer>, _ recognizer: Recognizer, _ verdict: Verdict) {
    switch verdict {
    case .wait:
      if recognizer.waiting == .begin { recognizer.waiting = nil }
    case .begin, .recognize:
      guard recognizer.state == .possible else { return }
      claim(handle, recognizer, verdict)
      settle()
    case .fail:
      enter(handle, recognizer, .fail)
      settle()
    case .change, .end, .cancel, .reset:
      enter(handle, recognizer, verdict)
    }
  }

  /// A gesture is there: it fails if its contacts are another's or it may not begin, waits while it must, and else has won.
  private func claim(_ handle: Handle<Recognizer>, _ recognizer: Recognizer, _ verdict: Verdict) {
    let wasWaiting = recognizer.waiting != nil
    let rivals = rivals(of: handle, recognizer)
    let required = recognizer.settings.requireToFail.filter { $0 != handle }.compactMap { recognizers[$0] }
    if rivals.contains(where: { $0.recognizer.state.isActive })
      || required.contains(where: { $0.state.isActive || $0.state == .ended })
    {
      enter(handle, recognizer, .fail)
      return
    }
    if required.contains(where: \.isUndecided) {
      recognizer.waiting = verdict
      return
    }
    if verdict == .begin { recognizer.detector.start(late: wasWaiting) }
    if let shouldBegin = recognizer.settings.shouldBegin, let state = recognizer.state.after(verdict) {
      recognizer.waiting = nil
      let allowed = shouldBegin(handle, recognizer.report(state, at: now))
      // The answer may have come with changes to anything.
      guard recognizers.contains(handle), recognizer.settings.isEnabled, recognizer.state == .possible else { return }
      if !allowed || self.rivals(of: handle, recognizer).contains(where: { $0.recognizer.state.isActive }) {
        enter(handle, recognizer, .fail)
        return
      }
    }
    for rival in self.rivals(of: handle, recognizer) { fail(rival.handle, rival.recognizer) }
    // Who waits for its failure has waited in vain; it must not see the recogniser free again and take that for a failure.
    for other in busy where other != handle {
      guard let waiter = recognizers[other], waiter.waiting != nil, waiter.settings.requireToFail.contains(handle) else {
        continue
      }
      fail(other, waiter)
    }
    enter(handle, recognizer, verdict)
  }

  /// The recognisers that one of its contacts is part of, too, and that may not be active with it.
  private func rivals(of handle: Handle<Recognizer>, _ recognizer: Recognizer)
    -> [(handle: Handle<Recognizer>, recognizer: Recognizer)]
  {
    if recognizer.settings.isPassive { return [] }
    return busy.compactMap { other in
      guard other != handle, let rival = recognizers[other], !rival.settings.isPassive, recognizer.sharesContact(with: rival),
        !recognizer.settings.simultaneousWith.contains(other), !rival.settings.simultaneousWith.contains(handle)
      else { return nil }
      return (other, rival)
    }
  }

  private func fail(_ handle: Handle<Recognizer>, _ recognizer: Recognizer) {
    enter(handle, recognizer, .fail)
    resetIfFree(handle)
  }

  /// Takes the step, if it is legal, and reports it. The report comes last: whatever hears it finds the arena settled.
  private func enter(_ handle: Handle<Recognizer>, _ recognizer: Recognizer, _ verdict: Verdict) {
    guard let state = recognizer.state.after(verdict) else { return }
    recognizer.state = state
    recognizer.waiting = nil
    if state.isOver { recognizer.detector.deadline = nil }
    if state.isReported { onReport(handle, recognizer.report(state, at: now)) }
  }

  /// Gives every waiting gesture another chance until none gets further.
  private func settle() {
    var progress = true
    while progress {
      progress = false
      for handle in busy {
        guard let recognizer = recognizers[handle], let wish = recognizer.waiting else { continue }
        claim(handle, recognizer, wish)
        if recognizer.waiting == nil { progress = true }
        resetIfFree(handle)
      }
    }
  }

  /// Ends what a recogniser is doing, with a report only if it has begun, and takes its contacts away.
  private func giveUp(_ handle: Handle<Recognizer>) {
    guard let recognizer = recognizers[handle] else { return }
    enter(handle, recognizer, recognizer.state.isActive ? .cancel : .fail)
    recognizer.contacts.removeAll()
    recognizer.detector.reset()
    resetIfFree(handle)
  }

  /// A gesture that is over makes room for the next once its last contact has lifted.
  private func resetIfFree(_ handle: Handle<Recognizer>) {
    guard let recognizer = recognizers[handle], recognizer.contacts.isEmpty, recognizer.state.isOver else { return }
    recognizer.detector.reset()
    recognizer.involved.removeAll()
    busy.removeAll { $0 == handle }
    enter(handle, recognizer, .reset)
  }
}
