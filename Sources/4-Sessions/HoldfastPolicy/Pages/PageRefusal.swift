public import HoldfastHTTPS
public import HoldfastStatements
public import HoldfastTrust
public import HoldfastWeb

/// The reason why a page is not shown.
public struct PageRefusal: Error, Sendable, CustomStringConvertible {
    /// The kinds of reasons.
    public enum Reason: Sendable {
        /// The page has no server that could be judged: another scheme than `https`, or no URL at all.
        case noServer(HTTPSURLError)
        /// The server is not trusted.
        case notTrusted(TrustFailure)
        /// There was no connection to judge, or it broke.
        case failed(HTTPSError)
        /// The connection that the view has used shows another certificate than the one that was judged.
        case otherCertificate
        /// The server was not judged, or the decision was dropped before it was made.
        case undecided
    }

    /// The page that was asked for, as the view writes it.
    public let url: String
    public let reason: Reason

    init(_ url: String, _ reason: Reason) { (self.url, self.reason) = (url, reason) }

    /// The model of the warning; nil where it is not about a certificate that was judged.
    ///
    /// - Parameter limit: how long a decision to go on may hold.
    public func warning(atMost limit: Duration = Interstitial.defaultLimit) -> Interstitial? {
        if case .notTrusted(let failure) = reason { Interstitial(failure, atMost: limit) } else { nil }
    }

    /// The reason as a statement, without a full stop.
    public var statement: Statement {
        switch reason {
        case .noServer(let error): PageSentence.noServer(error.statement).statement
        case .notTrusted(let failure): failure.namedStatement
        case .failed(let error): error.statement
        case .otherCertificate: PageSentence.otherCertificate.statement
        case .undecided: PageSentence.undecided.statement
        }
    }

    /// The remedy as a statement; nil where there is none.
    public var adviceStatement: Statement? {
        switch reason {
        case .notTrusted(let failure): failure.adviceStatement
        case .failed(let error): error.adviceStatement
        case .noServer, .otherCertificate, .undecided: nil
        }
    }

    /// The reason, as a sentence.
    public var description: String {
        switch reason {
        case .noServer, .otherCertificate, .undecided: Self.sentence(statement.english)
        case .notTrusted(let failure): failure.description
        case .failed(let error): error.description
        }
    }

    /// A clause as a sentence: a capital letter first, where it is an ASCII one, and a full stop.
    private static func sentence(_ clause: String) -> String {
        guard let first = clause.utf8.first, (0x61...0x7a).contains(first) else { return clause + "." }
        return String(Character(Unicode.Scalar(first - 0x20))) + clause.dropFirst() + "."
    }
}
