import Foundation

/// Texts and bytes that stand in an archive's dictionary themselves, and are no objects of it.
///
/// Linux's Foundation ends the process where an archive names another class for an object than the one that is asked
/// for (swift-corelibs-foundation, NSKeyedUnarchiver, "Value was of unexpected class"), and where an object holds
/// itself. What is no object has no class: a wrong value is nil here, whoever wrote the archive.
extension NSCoder {
    /// Writes bytes.
    func encode(bytes: [UInt8], forKey key: String) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe encodeBytes(buffer.baseAddress, length: buffer.count, forKey: key)
        }
    }

    /// Writes a text, as UTF-8.
    func encode(text: String, forKey key: String) { encode(bytes: Array(text.utf8), forKey: key) }

    /// The bytes of an archive; nil where there are none, and where something else stands there.
    func bytes(_ key: String) -> [UInt8]? {
        guard allowsKeyedCoding, containsValue(forKey: key) else { return nil }
        return unsafe withDecodedUnsafeBytes(forKey: key) { buffer in
            guard let buffer = unsafe buffer else { return nil }
            return unsafe [UInt8](buffer)
        }
    }

    /// A text of an archive; nil where there is none, and where something else stands there, or no UTF-8.
    func text(_ key: String) -> String? { bytes(key).flatMap { String(validating: $0, as: UTF8.self) } }
}
