import HoldfastX509
import Synchronization

/// A source of exceptions: a list in memory, a file that another room reads.
public protocol TrustExceptionSource: Sendable {
    /// Bytes that differ whenever ``exceptions()`` may give something else than before; asked for at every decision.
    func stamp() -> [UInt8]

    /// The exceptions as they are now.
    func exceptions() -> [TrustException]
}

/// A handle to a user's exceptions: shared between threads, read anew whenever its source has changed.
///
/// Each change is a new generation, which is part of every policy's digest: a connection that was accepted by an
/// exception serves no further request once that exception is gone.
public final class TrustExceptions: Sendable {
    private struct State {
        var set: TrustExceptionSet
        var stamp: [UInt8]?
    }

    private let source: (any TrustExceptionSource)?
    private let state = Mutex(State(set: TrustExceptionSet([], generation: 0), stamp: nil))
    /// Tells handles apart in policy digests.
    let identity: UInt64
    private static let identities = Atomic<UInt64>(1)

    private init(_ source: (any TrustExceptionSource)?) {
        self.source = source
        identity = source == nil ? 0 : Self.identities.wrappingAdd(1, ordering: .relaxed).oldValue
    }

    /// No exceptions: every error refuses.
    public static let none = TrustExceptions(nil)

    /// Exactly these, for as long as they last.
    public static func only(_ exceptions: [TrustException]) -> TrustExceptions {
        from(TrustExceptionList(exceptions))
    }

    /// The exceptions of a source, which may change.
    public static func from(_ source: some TrustExceptionSource) -> TrustExceptions { TrustExceptions(source) }

    /// The exceptions as they are now, those that have ended too.
    public func current() -> TrustExceptionSet {
        guard let source else { return state.withLock { $0.set } }
        // The stamp first: what changes in between is read twice rather than missed.
        let stamp = source.stamp()
        if let known = state.withLock({ $0.stamp == stamp ? $0.set : nil }) { return known }
        let exceptions = source.exceptions()
        return state.withLock { state in
            if state.stamp == stamp { return state.set }
            state.set = TrustExceptionSet(exceptions, generation: state.set.generation + 1)
            state.stamp = stamp
            return state.set
        }
    }
}

/// An immutable collection of exceptions, by certificate.
public struct TrustExceptionSet: Sendable {
    /// All of them, those that have ended too.
    public let exceptions: [TrustException]
    /// Grows with every change behind the handle that made this set.
    public let generation: UInt64
    private let byCertificate: [[UInt8]: [TrustException]]

    init(_ exceptions: [TrustException], generation: UInt64) {
        self.exceptions = exceptions
        self.generation = generation
        byCertificate = Dictionary(grouping: exceptions, by: \.certificate)
    }

    /// The exceptions that were made for this certificate and purpose, in force or not.
    func exceptions(for certificate: [UInt8], as purpose: TrustPurpose) -> [TrustException] {
        (byCertificate[certificate] ?? []).filter { $0.certificate == certificate && $0.purpose == purpose }
    }

    /// A text of which exceptions for a purpose have begun and ended at an instant: differs wherever time alone changes
    /// what is excepted.
    func periodStates(of purpose: TrustPurpose, at instant: Instant) -> String {
        // Most policies have none.
        guard !exceptions.isEmpty else { return "" }
        return exceptions.lazy.filter { $0.purpose == purpose }
            .map { instant < $0.createdAt ? "before" : instant < $0.until ? "during" : "after" }
            .joined(separator: " ")
    }
}

/// Exceptions in memory, which can be added and taken away.
public final class TrustExceptionList: TrustExceptionSource {
    private let state: Mutex<(exceptions: [TrustException], changes: UInt64)>

    public init(_ exceptions: [TrustException] = []) { state = Mutex((exceptions, 0)) }

    /// Takes an exception up, in the place of an older one for the same certificate and purpose.
    public func add(_ exception: TrustException) {
        state.withLock { state in
            state.exceptions.removeAll { $0.certificate == exception.certificate && $0.purpose == exception.purpose }
            state.exceptions.append(exception)
            state.changes += 1
        }
    }

    /// Takes away what a condition names; connections that rest on it serve no further request.
    public func remove(where isMeant: (TrustException) -> Bool) {
        state.withLock { state in
            state.exceptions.removeAll(where: isMeant)
            state.changes += 1
        }
    }

    public func stamp() -> [UInt8] {
        let changes = state.withLock { $0.changes }
        return stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: changes >> $0) }
    }

    public func exceptions() -> [TrustException] { state.withLock { $0.exceptions } }
}
