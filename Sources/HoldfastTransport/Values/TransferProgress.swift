/// How far a transfer has come.
public struct TransferProgress: Hashable, Sendable {
    /// Bytes of the request's body that have been handed over for sending, those of an earlier try not included.
    public let sent: Int
    /// Bytes that the request's body has; nil where nobody knows.
    public let toSend: Int?
    /// Bytes of the response's body that have come, decompressed.
    public let received: Int
    /// What `Content-Length` announces; nil where it is missing, and where the body comes compressed.
    public let expected: Int?
}
