// Values of a JSON file, asked for by the type that a case should have.

import Foundation

/// What is wrong with a case as it stands: it cannot be run.
struct Unreadable: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A JSON value and where it stands, for messages.
struct JSON {
  private let raw: Any?
  let path: String

  init(_ raw: Any?, path: String) {
    self.raw = raw is NSNull ? nil : raw
    self.path = path
  }

  init(contentsOf url: URL) throws {
    self.init(try JSONSerialization.jsonObject(with: Data(contentsOf: url)), path: url.lastPathComponent)
  }

  subscript(_ key: String) -> JSON { JSON((raw as? [String: Any])?[key], path: "\(path).\(key)") }

  var exists: Bool { raw != nil }
  /// In the order of the alphabet.
  var keys: [String] { (raw as? [String: Any])?.keys.sorted() ?? [] }

  var string: String {
    get throws { try text ?? { throw Unreadable("\(path) is no text") }() }
  }
  var text: String? { raw as? String }

  /// A number; infinities and NaN are written as text.
  var number: Double {
    get throws {
      if let text, let special = ["Infinity": Double.infinity, "-Infinity": -.infinity, "NaN": .nan][text] { return special }
      guard let number = raw as? NSNumber else { throw Unreadable("\(path) is no number") }
      return number.doubleValue
    }
  }

  var flag: Bool {
    get throws {
      guard let number = raw as? NSNumber else { throw Unreadable("\(path) is neither true nor false") }
      return number.boolValue
    }
  }

  var list: [JSON] {
    get throws {
      guard let list = raw as? [Any] else { throw Unreadable("\(path) is no list") }
      return list.enumerated().map { JSON($1, path: "\(path)[\($0)]") }
    }
  }

  /// A text, or a number as text: what things are called.
  var name: String {
    get throws { try text ?? String(Int(number)) }
  }

  var numbers: [Double] {
    get throws { try list.map { try $0.number } }
  }
}
