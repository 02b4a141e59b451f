// Descriptors: what scripts may call, read and write. The binding checks arguments and names errors from these tables alone.

import CLua

/// Names a class of objects, 1 to 63. Numbers are part of no file and may change from version to version.
public struct ClassID: Hashable, Sendable, ExpressibleByIntegerLiteral {
  public let number: UInt32
  public init(integerLiteral value: UInt32) { number = value }
  init(number: UInt32) { self.number = number }
}

/// The names of the members of a pair, a rectangle or a color: at most four.
public struct Names: Sendable, Hashable {
  public let names: [String]
  public init(_ names: String...) { self.names = Array(names.prefix(4)) }

  public static let point = Names("x", "y")
  public static let size = Names("width", "height")
  public static let frame = Names("x", "y", "width", "height")
  public static let color = Names("r", "g", "b", "a")
}

/// The options that a table may carry. Shared by every call that takes them: make one constant of it.
public final class Options: Sendable {
  let items: [Item]
  let rest: Item?

  /// - Parameter rest: what the table's array part may hold, if anything.
  public init(_ items: [Item], rest: Item? = nil) {
    self.items = items
    self.rest = rest
  }

  /// Names, for completion and the reference.
  public var names: [String] { items.map(\.name) }
}

/// What one argument, option or field may be. An argument must be given unless it is `optional`, an option need not unless it
/// is `required`.
public struct Item: Sendable {
  public let name: String
  var types: UInt32
  var isRequired: Bool?
  var variadic = false
  var unbounded = false
  var least: UInt32 = 0
  var classes: UInt64 = 0
  var keys: Names?
  var words: [String]?
  var options: Options?
  private var elements: [Item] = []

  var element: Item? { elements.first }

  private init(_ name: String, _ kind: clua_kind) {
    self.name = name
    types = 1 << kind.rawValue
  }

  public static func number(_ name: String) -> Item { Item(name, CLUA_NUMBER) }
  public static func integer(_ name: String) -> Item { Item(name, CLUA_INTEGER) }
  public static func boolean(_ name: String) -> Item { Item(name, CLUA_BOOLEAN) }
  public static func string(_ name: String) -> Item { Item(name, CLUA_STRING) }
  public static func function(_ name: String) -> Item { Item(name, CLUA_FUNCTION) }
  /// A plain table, handed on as it is.
  public static func table(_ name: String) -> Item { Item(name, CLUA_TABLE) }

  /// One of a list of words; `Argument.word` is its place in the list.
  public static func word(_ name: String, of words: [String]) -> Item {
    var item = Item(name, CLUA_STRING)
    item.words = words
    return item
  }

  public static func object(_ name: String, _ classes: ClassID...) -> Item {
    var item = Item(name, CLUA_OBJECT)
    item.classes = classes.reduce(0) { $0 | 1 << UInt64($1.number) }
    return item
  }

  /// A number, or a table of them by place or by name.
  /// - Parameter least: how many, counted from the first, must be there; 0 means any one.
  public static func numbers(_ name: String, _ keys: Names, least: Int = 0) -> Item {
    var item = Item(name, CLUA_NUMBERS)
    item.keys = keys
    item.least = UInt32(min(max(least, 0), keys.names.count))
    return item
  }

  public static func options(_ name: String, _ options: Options) -> Item {
    var item = Item(name, CLUA_OPTIONS)
    item.options = options
    return item
  }

  public static func list(_ name: String, of element: Item) -> Item {
    var item = Item(name, CLUA_LIST)
    item.elements = [element]
    return item
  }

  public static func any(_ name: String) -> Item {
    var item = Item(name, CLUA_NIL)
    item.types = CLUA_ANY
    item.isRequired = false
    return item
  }

  /// The last argument: all that follow, as a list.
  public static func rest(_ element: Item) -> Item {
    var item = Item(element.name, CLUA_LIST)
    item.elements = [element]
    item.variadic = true
    return item
  }

  public var optional: Item { with { $0.isRequired = false } }
  public var required: Item { with { $0.isRequired = true } }
  /// A field that takes nil, to clear it.
  public var orNil: Item { with { $0.types |= 1 << CLUA_NIL.rawValue } }

  /// Takes what either takes.
  public func or(_ other: Item) -> Item {
    with {
      $0.types |= other.types
      $0.classes |= other.classes
      $0.least = max(least, other.least)
      $0.keys = keys ?? other.keys
      $0.words = words ?? other.words
      $0.options = options ?? other.options
      if elements.isEmpty { $0.elements = other.elements }
    }
  }

  /// A number that may be infinite.
  public var orInfinite: Item { with { $0.unbounded = true } }

  private func with(_ change: (inout Item) -> Void) -> Item {
    var copy = self
    change(&copy)
    return copy
  }
}

public typealias CallBody = @Sendable (Call) throws(ScriptError) -> Void

public struct Method: Sendable {
  public let name: String
  public let arguments: [Item]
  let body: CallBody

  public init(_ name: String, _ arguments: [Item] = [], _ body: @escaping CallBody) {
    self.name = name
    self.arguments = arguments
    self.body = body
  }
}

/// A field. Without `set` it can only be read. The value to be set is the call's argument 0.
public struct Field: Sendable {
  public let item: Item
  let get: CallBody
  let set: CallBody?

  public init(_ item: Item, get: @escaping CallBody, set: CallBody? = nil) {
    self.item = item
    self.get = get
    self.set = set
  }
}

/// A class of objects, or with `single` a table of functions and fields, such as the module itself.
public struct ClassTable: Sendable {
  public let name: String
  public let id: ClassID
  public let single: Bool
  /// Scripts may keep fields of their own on its objects.
  public let open: Bool
  /// The engine ends its objects by itself: nothing is to be done when scripts let one go.
  public let endsItself: Bool
  public let methods: [Method]
  public let fields: [Field]
  let describe: CallBody?

  /// - Parameter describe: gives the text that `tostring` shows; the class's name if nil.
  public init(
    _ name: String, _ id: ClassID, single: Bool = false, open: Bool = false, endsItself: Bool = false, methods: [Method] = [],
    fields: [Field] = [],
    describe: CallBody? = nil
  ) {
    self.name = name
    self.id = id
    self.single = single
    self.open = open
    self.endsItself = endsItself
    self.methods = methods
    self.fields = fields
    self.describe = describe
  }
}

/// Descriptors as C sees them. Frees them when it goes, which must be after the binding has closed.
final class EncodedTables {
  private var blocks: [UnsafeMutableRawPointer] = []
  private var encodedOptions: [ObjectIdentifier: UnsafePointer<clua_spec>] = [:]
  private var strings: [String: UnsafePointer<CChar>] = [:]
  private var lists: [[String]: UnsafePointer<UnsafePointer<CChar>?>] = [:]

  deinit { blocks.forEach { $0.deallocate() } }

  private func allocate<T>(_ values: [T]) -> UnsafeMutablePointer<T> {
    let pointer = UnsafeMutablePointer<T>.allocate(capacity: max(values.count, 1))
    pointer.initialize(from: values, count: values.count)
    blocks.append(UnsafeMutableRawPointer(pointer))
    return pointer
  }

  func string(_ text: String) -> UnsafePointer<CChar> {
    if let known = strings[text] { return known }
    let made = UnsafePointer(allocate(Array(text.utf8CString)))
    strings[text] = made
    return made
  }

  /// Ends with NULL.
  func list(_ names: [String]) -> UnsafePointer<UnsafePointer<CChar>?> {
    if let known = lists[names] { return known }
    let made = UnsafePointer(allocate(names.map { Optional(string($0)) } + [nil]))
    lists[names] = made
    return made
  }

  private func item(_ item: Item, requiredByDefault: Bool) -> clua_item {
    clua_item(
      name: string(item.name), types: item.types, required: item.isRequired ?? requiredByDefault ? 1 : 0,
      unbounded: item.unbounded ? 1 : 0, variadic: item.variadic ? 1 : 0, least: item.least, classes: item.classes,
      keys: item.keys.map { list($0.names) },
      words: item.words.map(list), options: item.options.map(options),
      element: item.element.map { UnsafePointer(allocate([self.item($0, requiredByDefault: true)])) })
  }

  private func spec(_ items: [Item], rest: Item?, required: Bool) -> clua_spec {
    clua_spec(
      items: allocate(items.map { item($0, requiredByDefault: required) }), count: Int32(items.count),
      rest: rest.map { UnsafePointer(allocate([item($0, requiredByDefault: true)])) }, names: nil)
  }

  private func options(_ options: Options) -> UnsafePointer<clua_spec> {
    if let known = encodedOptions[ObjectIdentifier(options)] { return known }
    let made = UnsafePointer(allocate([spec(options.items, rest: options.rest, required: false)]))
    encodedOptions[ObjectIdentifier(options)] = made
    return made
  }

  func encode(_ table: ClassTable, methodBase: Int, fieldBase: Int) -> UnsafePointer<clua_class> {
    let methods = table.methods.enumerated().map { i, method in
      clua_method(
        name: string(method.name), function: Int32(methodBase + i), arguments: spec(method.arguments, rest: nil, required: true)
      )
    }
    let fields = table.fields.enumerated().map { i, field in
      clua_field(
        field: Int32(fieldBase + i), writable: field.set == nil ? 0 : 1, readable: 1,
        item: item(field.item, requiredByDefault: true))
    }
    return UnsafePointer(
      allocate([
        clua_class(
          name: string(table.name), class_id: table.id.number, single: table.single ? 1 : 0, open: table.open ? 1 : 0,
          ends_itself: table.endsItself ? 1 : 0,
          methods: allocate(methods), method_count: Int32(methods.count), fields: allocate(fields),
          field_count: Int32(fields.count))
      ]))
  }
}
