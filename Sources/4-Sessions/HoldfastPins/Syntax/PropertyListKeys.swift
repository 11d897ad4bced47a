/// A dictionary of a property list that is read, and where it stands.
struct PropertyListKeys<Failure: PropertyListKeysError> {
    let values: [String: Any]
    let path: [String]

    /// The place of the dictionary, for notes and errors.
    var place: String { path.joined(separator: " > ") }

    /// The place of a key in it.
    func place(of key: String) -> String { (path + [key]).joined(separator: " > ") }

    init(_ value: Any, at path: [String]) throws(Failure) {
        guard let values = value as? [String: Any] else { throw Failure(expected: .dictionary, at: path) }
        (self.values, self.path) = (values, path)
    }

    func keys(_ key: String) throws(Failure) -> PropertyListKeys? {
        guard let value = values[key] else { return nil }
        return try PropertyListKeys(value, at: path + [key])
    }

    func flag(_ key: String) throws(Failure) -> Bool? { try value(key, .flag, PropertyList.flag) }

    func text(_ key: String) throws(Failure) -> String? { try value(key, .text) { $0 as? String } }

    func list(_ key: String) throws(Failure) -> [Any]? { try value(key, .array) { $0 as? [Any] } }

    func texts(_ key: String) throws(Failure) -> [String]? {
        guard let list = try list(key) else { return nil }
        var texts: [String] = []
        for (index, value) in list.enumerated() {
            guard let text = value as? String else {
                throw Failure(expected: .text, at: path + ["\(key)[\(index)]"])
            }
            texts.append(text)
        }
        return texts
    }

    private func value<Value>(
        _ key: String, _ type: PropertyListType, _ read: (Any) -> Value?
    ) throws(Failure) -> Value? {
        guard let value = values[key] else { return nil }
        guard let read = read(value) else { throw Failure(expected: type, at: path + [key]) }
        return read
    }
}

/// The types of values that are asked for, in the words of Apple's documentation.
enum PropertyListType: String {
    case dictionary, array
    case flag = "Boolean"
    case text = "string"
}

/// An error of whoever reads the keys of a property list.
protocol PropertyListKeysError: Error {
    /// A value is of another type than it should.
    init(expected type: PropertyListType, at path: [String])
}
