public import HoldfastStatements
public import HoldfastX509

/// An error for a pin update that is not taken: what it is, what it should be, and what to do about it. The pins stay
/// as they are.
public struct PinUpdateFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The document that a failure is about: one of the two of an update.
    public enum Document: String, Hashable, Sendable {
        case update, signature
    }

    public enum Reason: Hashable, Sendable {
        /// More bytes than are read.
        case tooLarge(Document, limit: Int)
        /// The document is cut short.
        case truncated(Document)
        /// The document of signatures is none; with what is wrong.
        case malformedSignature(Statement)
        /// Nobody whom the program knows has signed it; with the names of those who have.
        case unknownKey([String])
        /// A signature over other bytes than the update's, with the keys that made it.
        case wrongSignature([String])
        /// Signed, and yet no update; with what is wrong and where.
        case malformed(Statement)
        /// Signed, and of a schema that this version does not know.
        case unknownSchema(String)
        /// Signed, with something in it that updates must not change; with its name and place.
        case forbiddenMember(String, at: String)
        /// More hosts than a program's pins may have.
        case tooManyHosts(limit: Int)
        /// The counter is below the one that the program was built with.
        case belowMinimum(UInt64, minimum: UInt64)
        /// The counter is below that of the update which was taken last.
        case rollback(UInt64, last: UInt64)
        /// The update was taken before, and a later one has taken its place.
        case replay(UInt64, last: UInt64)
        /// The update has the counter of the one which was taken last, and says something else.
        case equivocation(UInt64)
        /// The update holds for longer than the program allows.
        case lifetimeTooLong(days: Int, limit: Int)
        /// The update was issued in the future.
        case notYetValid(issued: Instant, at: Instant)
        /// The update has ended.
        case expired(Instant, at: Instant)
        /// The clock says that it has not ended, and said before that it has.
        case clockSetBack(at: Instant, latest: Instant, expires: Instant)
    }

    public let reason: Reason

    public init(_ reason: Reason) { self.reason = reason }

    /// One word for machines: the name of the reason's case.
    public var code: String { Mirror(reflecting: reason).children.first?.label ?? "\(reason)" }

    /// The fault as a statement.
    public var statement: Statement { Statement(reason) }
    /// The remedy as a statement.
    public var adviceStatement: Statement? { Statement(PinUpdateAdvice(reason)) }

    /// One sentence, without a full stop.
    public var message: String { reason.english }

    /// One sentence that says what to do, without a full stop.
    public var advice: String { PinUpdateAdvice(reason).english }

    public var description: String { "\(code): \(message)" }
}

extension PinUpdateFailure.Reason {
    /// The case of the same name, with words of one's own.
    public static func malformedSignature(_ text: String) -> Self { .malformedSignature(Statement(verbatim: text)) }
    /// The case of the same name, with words of one's own.
    public static func malformed(_ text: String) -> Self { .malformed(Statement(verbatim: text)) }
}
