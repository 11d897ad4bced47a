import HoldfastX509
import TestSupport
import Testing

/// An extension value as bytes and as a value, checked in both directions.
struct ExtensionRow<Value: DERCodable & Hashable>: Sendable {
    var name: String
    var bytes: [UInt8]
    var value: Value

    init(_ name: String, _ bytes: String, _ value: Value) {
        self.name = name
        self.bytes = hex(bytes)
        self.value = value
    }

    func check(_ location: SourceLocation = #_sourceLocation) {
        do throws(DERError) {
            let read = try Value(der: bytes)
            #expect(read == value, "\(name): \(read)", sourceLocation: location)
        } catch {
            Issue.record("\(name): \(error)", sourceLocation: location)
        }
        #expect(hexText(value.der) == hexText(bytes), "\(name)", sourceLocation: location)
    }
}

/// Bytes that are no value of the type, with the reason and the path.
struct MalformedRow<Value: DERCodable>: Sendable {
    var name: String
    var bytes: [UInt8]
    var reason: DERError.Reason
    var path: [String]

    init(_ name: String, _ bytes: String, _ reason: DERError.Reason, in path: [String] = []) {
        self.name = name
        self.bytes = hex(bytes)
        self.reason = reason
        self.path = path
    }

    func check(_ location: SourceLocation = #_sourceLocation) {
        let error = derError { () throws(DERError) in _ = try Value(der: bytes) }
        #expect(error?.reason == reason, "\(name): \(String(describing: error))", sourceLocation: location)
        #expect(error?.path == path, "\(name): \(String(describing: error))", sourceLocation: location)
    }
}
