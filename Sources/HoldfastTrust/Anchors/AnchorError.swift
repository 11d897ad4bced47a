/// Why a file or folder gives no anchors.
public struct AnchorError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// The operating system's word, for example "No such file or directory".
        case unreadable(String)
        /// Over the limit that a file of anchors may have.
        case tooLarge(limit: Int)
        /// It holds no certificate; what it holds instead.
        case noCertificate(String)
        /// A certificate in it cannot be parsed.
        case malformed(String)
    }

    /// The path as given.
    public let path: String
    /// What is wrong with it.
    public let reason: Reason

    public var description: String {
        switch reason {
        case .unreadable(let text): "anchors '\(path)': \(text)"
        case .tooLarge(let limit): "anchors '\(path)': larger than \(limit) bytes"
        case .noCertificate(let text): "anchors '\(path)': \(text)"
        case .malformed(let text): "anchors '\(path)': \(text)"
        }
    }
}
