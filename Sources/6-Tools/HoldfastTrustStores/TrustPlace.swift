public import FoundationEssentials
public import HoldfastStatements
import HoldfastX509

/// A place where programs of a machine look up whom they trust: the system's store, a browser's, Java's.
public protocol TrustPlace: Sendable {
    /// The kind of store.
    var kind: TrustStoreKind { get }
    /// The name for people, as `Debian's system store`.
    var name: String { get }
    /// The folder or file that it is, as this process names it.
    var location: String { get }

    /// Looks up how it stands with an authority; changes nothing.
    func standing(of authority: StoreAuthority) -> TrustStanding

    /// The steps of a change; none where nothing has to be done, or where what is there has to be left alone.
    ///
    /// Those of ``TrustChange/uninstall`` take out what ``TrustChange/install`` put there, and nothing else.
    ///
    /// - Parameter standing: as ``standing(of:)`` gave it just before.
    func steps(_ change: TrustChange, for authority: StoreAuthority, from standing: TrustStanding) -> [TrustStep]

    /// Tries a change of this authority where it harms nothing, as in a store that is made for it and gone again.
    ///
    /// - Throws: ``TrustStoreError`` where the store's own program does not take such an authority.
    func rehearse(_ change: TrustChange, of authority: StoreAuthority) throws(TrustStoreError)

    /// Does one step.
    func perform(_ step: TrustStep) throws(TrustStoreError)

    /// The steps that take back one step, found out before that is done: nothing that was there before goes with them.
    func reversal(of step: TrustStep, for authority: StoreAuthority) -> [TrustStep]
}

extension TrustPlace {
    /// Nothing: of a store that takes whatever it is given.
    public func rehearse(_ change: TrustChange, of authority: StoreAuthority) throws(TrustStoreError) {}
}

/// The kinds of stores.
public enum TrustStoreKind: String, Hashable, Sendable, CaseIterable {
    /// The distribution's, which OpenSSL, GnuTLS, curl, git, Go and Python's `ssl` read.
    case system
    /// The databases of NSS, which Chromium and Firefox read.
    case nss
    /// The key stores of Java.
    case java
}

/// The standing of an authority with a place.
public enum TrustStanding: Hashable, Sendable {
    /// Trusted, and put there under the name that this program gives it.
    case trusted
    /// Trusted, and put there by somebody else, whose it stays: under that name, where it has one.
    case trustedOtherwise(String?)
    /// Not there.
    case absent
    /// Taken out, and still in force, since the store's own program has not run after that; how that shows.
    case stale(Statement)
    /// Put there by this program, and not in force; why.
    case incomplete(Statement)
    /// In the way, and left alone: another thing under its name, or a decision against it; which.
    case taken(Statement)
    /// Not to be found out, or not to be changed; why.
    case unknown(Statement)

    /// A word for programs.
    public var word: String {
        switch self {
        case .trusted: "trusted"
        case .trustedOtherwise: "trustedOtherwise"
        case .absent: "absent"
        case .stale: "stale"
        case .incomplete: "incomplete"
        case .taken: "taken"
        case .unknown: "unknown"
        }
    }

    /// Whether programs that look there trust it.
    public var isTrusted: Bool {
        switch self {
        case .trusted, .trustedOtherwise, .stale: true
        default: false
        }
    }

    /// Whether something that this program put is there.
    public var isOurs: Bool {
        switch self {
        case .trusted, .incomplete, .stale: true
        default: false
        }
    }
}

/// One step of a change, as it is shown before it is done.
public enum TrustStep: Hashable, Sendable, CustomStringConvertible {
    /// A new file with the authority's certificate.
    case write(path: String, bytes: [UInt8])
    /// The removal of such a file.
    case remove(path: String)
    /// A program, its arguments, and what it reads on standard input.
    case run([String], input: [UInt8])

    /// The line of a shell that does the same; `CA.pem` stands for the certificate.
    public var description: String {
        switch self {
        case .write(let path, _): "cp CA.pem \(ShellWord.quoted(path))"
        case .remove(let path): "rm \(ShellWord.quoted(path))"
        case .run(let words, let input):
            words.map(ShellWord.quoted).joined(separator: " ") + (input.isEmpty ? "" : " < CA.pem")
        }
    }
}

/// Words as a shell reads them.
public enum ShellWord {
    /// The word, in quotes where it has characters that mean something to a shell.
    public static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { ASCIIText.isLetterOrDigit($0) || "-_.,:/=+@%".utf8.contains($0) }
        guard !isPlain || word.isEmpty else { return word }
        return "'" + word.replacing("'", with: #"'\''"#) + "'"
    }
}

/// A step that was not done.
public enum TrustStoreError: Error, Hashable, Sendable {
    /// A file that could not be written or removed; why, as a clause.
    case file(String, String)
    /// The user may not change it.
    case notPermitted(String)
    /// A program that is not installed, with the packages that have it.
    case noProgram(String, packages: String)
    /// A program that failed; its name, and what it said.
    case program(String, String)
    /// All steps were done, and the place is not as it should be; how it is instead.
    case withoutEffect(Statement)
}

extension TrustStoreError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}
