import HoldfastJSON
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
        case malformedSignature(String)
        /// Nobody whom the program knows has signed it; with the names of those who have.
        case unknownKey([String])
        /// A signature over other bytes than the update's, with the keys that made it.
        case wrongSignature([String])
        /// Signed, and yet no update; with what is wrong and where.
        case malformed(String)
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

    /// One word for machines.
    public var code: String {
        switch reason {
        case .tooLarge: "tooLarge"
        case .truncated: "truncated"
        case .malformedSignature: "malformedSignature"
        case .unknownKey: "unknownKey"
        case .wrongSignature: "wrongSignature"
        case .malformed: "malformed"
        case .unknownSchema: "unknownSchema"
        case .forbiddenMember: "forbiddenMember"
        case .tooManyHosts: "tooManyHosts"
        case .belowMinimum: "belowMinimum"
        case .rollback: "rollback"
        case .replay: "replay"
        case .equivocation: "equivocation"
        case .lifetimeTooLong: "lifetimeTooLong"
        case .notYetValid: "notYetValid"
        case .expired: "expired"
        case .clockSetBack: "clockSetBack"
        }
    }

    /// One sentence, without a full stop.
    public var message: String {
        switch reason {
        case .tooLarge(let document, let limit): "the \(document.words) has more than \(limit) bytes"
        case .truncated(let document): "the \(document.words) ends before its end"
        case .malformedSignature(let words): "the signature of the update cannot be read: \(words)"
        case .unknownKey(let names):
            "the update is signed by \(Self.listed(names)), and the program knows no such key"
        case .wrongSignature(let names): "the update is not what \(Self.listed(names)) has signed"
        case .malformed(let words): "the update cannot be read: \(words)"
        case .unknownSchema(let schema): "the update is of the schema '\(schema)'"
        case .forbiddenMember(let name, let place):
            "the update has the member '\(name)' at \(place), and an update can change pins only"
        case .tooManyHosts(let limit): "with the update there would be pins for more than \(limit) patterns of hosts"
        case .belowMinimum(let counter, let minimum):
            "the update's counter is \(counter), and the program asks for \(minimum) at least"
        case .rollback(let counter, let last): "the update's counter is \(counter), and \(last) was taken already"
        case .replay(let counter, let last):
            "the update with the counter \(counter) was taken before, and \(last) has taken its place"
        case .equivocation(let counter):
            "there are two updates with the counter \(counter): another one was taken already"
        case .lifetimeTooLong(let days, let limit): "the update holds for \(days) days, and \(limit) are allowed"
        case .notYetValid(let issued, let now): "the update was issued at \(issued), and it is \(now)"
        case .expired(let end, let now): "the update ended at \(end), and it is \(now)"
        case .clockSetBack(let now, let latest, let end):
            "the update ended at \(end): the clock says \(now), and \(latest) has passed already"
        }
    }

    /// One sentence that says what to do, without a full stop.
    public var advice: String {
        switch reason {
        case .tooLarge: "make it smaller: leave out hosts whose shipped pins still hold"
        case .truncated: "publish the whole file; look at what the server sends"
        case .malformedSignature: "make the signature anew with holdfast pin sign"
        case .unknownKey: "sign it by one of the program's two update keys"
        case .wrongSignature: "publish the update and its signature together; if you have, somebody has changed one"
        case .malformed: "correct what is said there, and sign it anew"
        case .unknownSchema: "sign an update of the schema holdfast.pin-update/1, or update the program"
        case .forbiddenMember:
            "take it out; anchors, addresses and overrides are changed by a new version of the program"
        case .tooManyHosts: "leave out hosts"
        case .belowMinimum, .rollback: "publish an update with a higher counter; if you have, somebody holds it back"
        case .replay: "publish the latest update; if you have, somebody sends an old one in its place"
        case .equivocation: "sign the change with a higher counter, and look who has signed two with the same one"
        case .lifetimeTooLong: "sign it with an earlier end"
        case .notYetValid: "set the machine's clock, or that of the machine that signs"
        case .expired: "publish a newer update; if you have, somebody holds it back"
        case .clockSetBack: "set the machine's clock, and publish a newer update"
        }
    }

    public var description: String { "\(code): \(message)" }

    private static func listed(_ names: [String]) -> String {
        let more = names.count > 4 ? " and \(names.count - 4) more" : ""
        return names.prefix(4).map { "'\(JSONText.excerpt($0))'" }.joined(separator: ", ") + more
    }
}

extension PinUpdateFailure.Document {
    fileprivate var words: String {
        switch self {
        case .update: "update"
        case .signature: "signature of the update"
        }
    }
}
