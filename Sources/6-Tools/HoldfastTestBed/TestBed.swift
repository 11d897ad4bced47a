public import FoundationEssentials
public import HoldfastAuthority
public import HoldfastCrypto
public import HoldfastStatements
public import HoldfastX509

/// Servers for tests, good and bad, in the process of the test and without the internet.
///
/// ```swift
/// let server = try TestBed.start("expired")
/// ```
///
/// The server listens on 127.0.0.1 until it is let go. To judge it as one judges a real one, connect to its address
/// under its own name, with its anchors and no others: ``LabServer/connectTo`` and ``LabServer/anchorsPEM``.
public enum TestBed {
    /// Every server that there is, the good ones first. Some need algorithms that not every OpenSSL has: ``available``.
    public static let catalogue: [BadServer] =
        [
            BadServer.good, BadServer.goodNames, BadServer.goodPaths, BadServer.goodConnections,
            BadServer.goodPostQuantum, BadServer.goodGroups, BadServer.tolerated,
            BadServer.revocation,
            BadServer.validity, BadServer.issuer, BadServer.names, BadServer.wildcards, BadServer.use,
            BadServer.nameConstraints, BadServer.fields, BadServer.transparency, BadServer.signature,
            BadServer.postQuantum, BadServer.malformed, BadServer.limits,
            BadServer.withoutServerName, BadServer.behindProxies, BadServer.protocols, BadServer.groups,
            BadServer.brokenAfterwards,
        ].flatMap(\.self)

    /// The entry of that name, or nil.
    public static func entry(_ name: String) -> BadServer? { catalogue.first { $0.name == name } }

    /// Starts one server of the catalogue.
    ///
    /// - Parameters:
    ///   - name: Its name in the catalogue, for example `expired`.
    ///   - moment: The moment for which it is made: its certificate has expired, or not, at that time.
    ///   - authority: Who issues its certificates, for its own moment; a new authority unless given.
    ///   - place: Where it listens.
    /// - Throws: ``TestBedError/unknownServer(_:)``, ``TestBedError/notInLibrary(server:missing:)``, or what went wrong
    ///   while it was set up.
    public static func start(
        _ name: String, at moment: Instant = SystemClock.now(), authority: TestAuthority? = nil,
        place: LabPlace = .loopback
    ) throws(TestBedError) -> LabServer {
        guard let entry = entry(name) else { throw .unknownServer(name) }
        if let authority { return try start(entry, authority: authority, place: place) }
        return try start(entry, authority: TestAuthority(at: moment), place: place)
    }

    /// Starts the server of an entry; its certificates are issued by `authority`, for that authority's moment.
    public static func start(
        _ entry: BadServer, authority: TestAuthority, place: LabPlace = .loopback
    ) throws(TestBedError) -> LabServer {
        let missing = entry.missing
        guard missing.isEmpty else { throw .notInLibrary(server: entry.name, missing: missing) }
        return try LabServer(
            entry, try entry.stage(authority.staging(at: place), entry.host), at: authority.moment, place)
    }
}

/// A server of the test bed that could not be started.
public enum TestBedError: Error, Hashable, Sendable {
    /// The catalogue has no entry of that name.
    case unknownServer(String)
    /// The OpenSSL of this process lacks algorithms that the server needs.
    case notInLibrary(server: String, missing: [LibraryNeed])
    /// There is no story of that name.
    case unknownStory(String)
    /// A certificate could not be made.
    case authority(AuthorityError)
    /// The server could not be set up, with what libssl or the operating system said.
    case server(Statement)
    /// A file could not be written, with its path and what the operating system said.
    case file(path: String, reason: String)
    /// A text that is no address to listen on.
    case address(String)
    /// A base of ports that has too few ports above it, or is none.
    case portBase(UInt16)
}

extension TestBedError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}

extension TestBed {
    /// Servers of the catalogue that show a finding, those first that need no arguments and show nothing else.
    ///
    /// - Parameter code: the finding's, for example `expired`.
    public static func servers(showing code: String) -> [BadServer] {
        let all = catalogue.filter { $0.expectedFindings.contains(code) }
        func isPlain(_ server: BadServer) -> Bool {
            server.expectedFindings.count == 1 && server.arguments.isEmpty && server.needs.isEmpty
        }
        return all.filter(isPlain) + all.filter { !isPlain($0) }
    }

    /// The server of the catalogue at which a connection fails with an error's code; nil where there is none.
    ///
    /// The catalogue has exit codes alone for these: a table says which of its servers has which code.
    ///
    /// - Parameters:
    ///   - code: the error's, for example `protocolVersion`.
    ///   - exitCode: 4 where no certificate was judged, 5 where one was accepted.
    public static func server(failingWith code: String, exitCode: Int32) -> BadServer? {
        failing["\(code):\(exitCode)"].flatMap(entry)
    }

    package static let failing = [
        "protocolVersion:4": "tls10", "handshakeFailure:4": "null-cipher", "handshakeFailure:5": "alert-afterwards",
        "handshakeFailed:4": "empty-chain", "handshakeFailed:5": "stolen-certificate", "notTLS:4": "plain-http",
        "connectionClosed:4": "closes-at-once", "timedOut:7": "never-answers", "unrecognizedName:4": "no-sni",
    ]
}
