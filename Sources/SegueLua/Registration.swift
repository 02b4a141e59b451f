// What scripts hang onto the engine, so that it can be taken away again: by the script, with the object that it hangs on, or with
// its generation.

import Segue

/// A handler, recogniser or definition that a script registered.
struct Registration {
  /// What it hangs on; it goes with it.
  let owner: Object
  /// What it is about: the owner, or the recogniser that a handler belongs to.
  let subject: Object
  let event: String
  let generation: Int
  let callbacks: [Callback]
  /// Takes it out of the engine.
  let undo: () -> Void
}

extension Area {
  /// Keeps a registration until it is withdrawn.
  func register(
    _ bridge: LuaBridge, _ owner: Object, about subject: Object? = nil, _ event: String, _ callbacks: [Callback] = [],
    undo: @escaping () -> Void
  ) {
    lastRegistration += 1
    registrations[lastRegistration] = Registration(
      owner: owner, subject: subject ?? owner, event: event, generation: bridge.generation, callbacks: callbacks, undo: undo)
    registrationsOfOwner[owner, default: []].append(lastRegistration)
  }

  /// Withdraws what hangs on an object, or the part of it that `matches` picks.
  func withdraw(_ bridge: LuaBridge, _ owner: Object, where matches: (Registration) -> Bool = { _ in true }) {
    for name in registrationsOfOwner[owner] ?? [] {
      if let registration = registrations[name], matches(registration) { withdraw(bridge, name) }
    }
  }

  /// Withdraws what a generation registered, in the order of registering.
  func withdraw(_ bridge: LuaBridge, generation: Int) {
    for name in registrations.filter({ $0.value.generation == generation }).keys.sorted() { withdraw(bridge, name) }
  }

  private func withdraw(_ bridge: LuaBridge, _ name: Int) {
    guard let registration = registrations.removeValue(forKey: name) else { return }
    registrationsOfOwner[registration.owner]?.removeAll { $0 == name }
    if registrationsOfOwner[registration.owner]?.isEmpty == true { registrationsOfOwner[registration.owner] = nil }
    registration.undo()
    for callback in registration.callbacks { bridge.remove(callback) }
  }
}

extension Area {
  /// What the last registration of an event keeps.
  func callback(of owner: Object, _ event: String) -> Callback? {
    (registrationsOfOwner[owner] ?? []).compactMap { registrations[$0] }.last { $0.event == event }?.callbacks.first
  }
}

extension Call {
  /// Takes away the handlers of an event of `self`: one function, or all where none is named.
  func forget(_ event: String, _ function: Argument) {
    area.withdraw(bridge, object) { registration in
      registration.event == event
        && (!function.isFunction || registration.callbacks.contains { bridge.isStored(function, as: $0) })
    }
  }
}

extension LuaBridge {
  /// Ends everything that a loading of a script registered: definitions, recognisers, handlers, tasks, callbacks.
  public func endGeneration(_ number: Int) {
    area.withdraw(self, generation: number)
    // A loading that fails ends as the one that is current; otherwise another has taken over.
    area.generationEnded(number, successor: number == generation ? nil : generation, self)
    dropGeneration(number)
    // Their tables are gone, and others may come to lie where they lay.
    area.forgetTables(ofGeneration: number, self)
  }
}
