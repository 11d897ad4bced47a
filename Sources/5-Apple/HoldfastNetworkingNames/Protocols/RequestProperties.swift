import Foundation
import FoundationNetworking
import Synchronization

/// The properties that protocol classes attach to a request for their own use.
///
/// FoundationNetworking drops its own such properties wherever an `NSMutableURLRequest` becomes a `URLRequest`; without
/// them a class that passes a request on would answer that one too, without end. Here they go along in a header field,
/// which is never sent.
enum RequestProperties {
    static let field = "Holdfast-Request-Properties"

    /// Values that are no property list stay in the process, the oldest going first.
    private static let objectLimit = 1_000
    private static let objects = Mutex(Objects())

    private struct Objects: @unchecked Sendable {
        var known: [Int: Any] = [:]
        var last = 0
    }

    static func value(_ key: String, in text: String?) -> Any? {
        guard let value = read(text)[key] else { return nil }
        guard let reference = value as? [String: Int], let number = reference["object"] else { return value }
        return objects.withLock { UnsafeTransfer($0.known[number]) }.value
    }

    /// The field's text with another value for a key, or without it; nil for no property.
    static func text(_ text: String?, setting value: Any?, for key: String) -> String? {
        var values = read(text)
        values[key] = value.map { isPlain($0) ? $0 : reference(to: $0) }
        guard !values.isEmpty,
            let data = try? PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)
        else { return nil }
        return data.base64EncodedString()
    }

    private static func read(_ text: String?) -> [String: Any] {
        guard let data = text.flatMap({ Data(base64Encoded: $0) }) else { return [:] }
        return (try? unsafe PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]) ?? [:]
    }

    private static func isPlain(_ value: Any) -> Bool {
        value is String || value is Bool || value is Int || value is Double || value is Data || value is Date
    }

    private static func reference(to value: Any) -> [String: Int] {
        let transfer = UnsafeTransfer(value)
        return objects.withLock { objects in
            objects.last += 1
            objects.known[objects.last] = transfer.value
            objects.known[objects.last - objectLimit] = nil
            return ["object": objects.last]
        }
    }
}
