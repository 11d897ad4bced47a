import HoldfastCrypto

/// A secret value, in memory that is wiped when its last reference goes.
///
/// Copies that ``bytes`` gave out, and what the secret was made from, are not wiped: ask for them as late as can be,
/// and keep them no longer than they are needed. No text form shows it.
public final class CredentialSecret: @unchecked Sendable {
    // Never changed until the end: two threads may read it.
    private var storage: [UInt8]

    /// A secret of these bytes.
    public init(_ bytes: some Collection<UInt8>) {
        // Of our own: an array that others share would not be wiped.
        storage = []
        storage.reserveCapacity(bytes.count)
        storage.append(contentsOf: bytes)
    }

    /// A secret of this text, as UTF-8.
    public convenience init(_ text: String) { self.init(Array(text.utf8)) }

    deinit { storage.wipe() }

    /// The number of bytes.
    public var count: Int { storage.count }
    /// The bytes; a copy that nobody wipes.
    public var bytes: [UInt8] { unsafe storage.withUnsafeBufferPointer { unsafe Array($0) } }
    /// The secret's own memory, for the length of a call: whoever keeps it keeps it from being wiped.
    var lent: [UInt8] { storage }
    /// The secret as text; nil where it is not UTF-8.
    public var text: String? { String(validating: storage, as: UTF8.self) }
}

extension CredentialSecret: Hashable {
    public static func == (left: CredentialSecret, right: CredentialSecret) -> Bool { left.storage == right.storage }
    public func hash(into hasher: inout Hasher) { hasher.combine(storage) }
}

extension CredentialSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "secret (hidden)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
