import Foundation

/// A dictionary of a property list that is read, and where it stands.
struct PropertyListKeys {
    let values: [String: Any]
    let place: String

    init(_ value: Any, at place: String) throws(PinFileError) {
        guard let values = value as? [String: Any] else { throw PinFileError("it is no dictionary", at: place) }
        (self.values, self.place) = (values, place)
    }

    /// The place of a key in it.
    func place(of key: String) -> String { place.isEmpty ? key : "\(place) > \(key)" }

    func keys(_ key: String) throws(PinFileError) -> PropertyListKeys? {
        guard let value = values[key] else { return nil }
        return try PropertyListKeys(value, at: place(of: key))
    }

    func flag(_ key: String) throws(PinFileError) -> Bool? {
        guard let value = values[key] else { return nil }
        // A number would pass for a Boolean where only asked for one.
        guard let number = value as? NSNumber, unsafe number.objCType.pointee == CChar(UInt8(ascii: "c")) else {
            throw PinFileError("it is no Boolean", at: place(of: key))
        }
        return number.boolValue
    }

    func text(_ key: String) throws(PinFileError) -> String? {
        guard let value = values[key] else { return nil }
        guard let text = value as? String else { throw PinFileError("it is no string", at: place(of: key)) }
        return text
    }

    func list(_ key: String) throws(PinFileError) -> [Any]? {
        guard let value = values[key] else { return nil }
        guard let list = value as? [Any] else { throw PinFileError("it is no array", at: place(of: key)) }
        return list
    }

    func texts(_ key: String) throws(PinFileError) -> [String]? {
        guard let list = try list(key) else { return nil }
        var texts: [String] = []
        for (index, value) in list.enumerated() {
            guard let text = value as? String else {
                throw PinFileError("it is no string", at: "\(place(of: key))[\(index)]")
            }
            texts.append(text)
        }
        return texts
    }
}
