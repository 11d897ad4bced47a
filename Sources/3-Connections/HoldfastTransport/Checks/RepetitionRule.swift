/// The rule for a request that went out over a kept connection which ended before a byte of the answer had come: the
/// server may have closed it a moment before, or may have acted on the request.
///
/// RFC 9110 §9.2.2 says what is safe: "A client SHOULD NOT
/// automatically retry a request with a non-idempotent method unless it has some means to know that the request
/// semantics are actually idempotent […] or some means to detect that the original request was never applied"; and "A
/// client SHOULD NOT automatically retry a failed automatic retry."
struct RepetitionRule {
    /// RFC 9110 §9.2.2: "Of the request methods defined by this specification, PUT, DELETE, and safe request methods
    /// are idempotent." Methods are case-sensitive; one that is not known is none of them.
    private static let idempotentMethods: Set<String> = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]

    /// The connection over which the request went out last.
    private var sentOver: AnyObject?
    /// The number of times that it went out again, over another connection than before.
    private var repetitions = 0

    /// The reason why a request must not go out once more; nil where it may.
    ///
    /// - Parameters:
    ///   - connection: the one that it would go out over.
    ///   - isFresh: whether that was opened for it: another kept one may have ended like the first.
    ///   - isAnswered: whether an answer has come since it went out: the part of an exchange that follows goes out over
    ///     another connection, where the server has closed that.
    mutating func denial(
        of method: String, over connection: AnyObject?, isFresh: Bool, isAnswered: Bool
    ) -> PreRequestCheck.Denial? {
        guard let sentOver, sentOver !== connection, !isAnswered else { return nil }
        if let ending = ending(of: method) { return ending }
        guard isFresh else { return .keptAgain }
        repetitions += 1
        return nil
    }

    /// The reason why a request that has gone out must not go out over any other connection; nil where it may, and for
    /// one that has not gone out.
    func ending(of method: String) -> PreRequestCheck.Denial? {
        guard sentOver != nil else { return nil }
        guard Self.idempotentMethods.contains(method) else { return .notIdempotent }
        return repetitions == 0 ? nil : .repeatedAlready
    }

    /// The connection that it has gone out over last; nil for one that has not gone out.
    var lastConnection: AnyObject? { sentOver }

    /// Notes that it goes out.
    mutating func noteSending(over connection: AnyObject?) { sentOver = connection }
}
