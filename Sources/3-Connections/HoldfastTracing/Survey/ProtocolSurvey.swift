package import HoldfastTLS

/// The versions of TLS that a server speaks, and what it takes in each, found out by hellos.
package struct ProtocolSurvey: Sendable {
    /// A list that was asked through: each answer takes away what the server chose, until it takes none of the rest.
    package struct Taken<Point: Hashable & Sendable>: Hashable, Sendable {
        /// In the order of the server's choices.
        package internal(set) var points: [Point] = []
        /// Whether the server was seen to take none of the rest; false where asking was broken off.
        package internal(set) var isComplete = false
    }

    /// The side whose order of suites decides.
    package enum Order: String, Hashable, Sendable { case server, client }

    /// A version of TLS.
    package struct Version: Hashable, Sendable {
        package let version: ProtocolVersion
        /// Whether the server speaks it; nil where the connection failed.
        package internal(set) var isSpoken: Bool?
        package internal(set) var suites = Taken<CipherSuite>()
        /// The groups of TLS 1.3, or the curves of TLS 1.2; in older versions nobody asked.
        package internal(set) var groups = Taken<NamedGroup>()
        /// The schemes by which the server signs the handshake of TLS 1.3 or 1.2; older versions have no choice.
        package internal(set) var schemes = Taken<HandshakeSignatureScheme>()
        /// Nil where fewer than two suites are taken, or nobody asked.
        package internal(set) var order: Order?
        /// The shortest prime of the suites with a finite field, in bits.
        package internal(set) var primeBits: Int?
    }

    /// The reason why a survey was broken off.
    package enum Stop: Hashable, Sendable {
        case connections(limit: Int)
        case octets(limit: Int)
        case seconds(limit: Int)
        /// Connections failed, the last one by this.
        case failed(TraceError)
    }

    /// The newest version first.
    package internal(set) var versions: [Version] = []
    /// The protocols of ALPN that the server takes; nil where nobody asked.
    package internal(set) var applicationProtocols: Taken<String>?
    /// Whether any answer had a stapled OCSP response; nil where no answer could.
    package internal(set) var isStapled: Bool?

    // Of TLS 1.2 and before, by the newest of these versions that is spoken; nil where none is.
    /// Whether the master secret is bound to the handshake (RFC 7627).
    package internal(set) var extendedMasterSecret: Bool?
    /// Whether the server marks renegotiations (RFC 5746).
    package internal(set) var secureRenegotiation: Bool?
    /// Whether records of CBC are authenticated as they are sent (RFC 7366).
    package internal(set) var encryptThenMAC: Bool?
    /// Whether sessions are resumed by tickets (RFC 5077).
    package internal(set) var sessionTickets: Bool?

    /// The connections that were made, and the octets that were read over them.
    package internal(set) var connections = 0
    package internal(set) var octets = 0
    /// Nil where all was asked.
    package internal(set) var stop: Stop?

    package init() {}

    /// The findings about a version; nil where it was not come to.
    package subscript(version: ProtocolVersion) -> Version? { versions.first { $0.version == version } }

    /// Changes what is known of a version.
    mutating func update(_ version: ProtocolVersion, _ change: (inout Version) -> Void) {
        guard let place = versions.firstIndex(where: { $0.version == version }) else { return }
        change(&versions[place])
    }
}

/// The bounds of a survey of one server; Docs/protocols.md has them.
package struct SurveyLimits: Sendable {
    /// The most connections. A server that takes every suite of OpenSSL in each version needs some 200.
    package var connections = 256
    /// The most octets that are read over all connections, and over each.
    package var octets = 8 << 20
    package var octetsOfConnection = 512 << 10
    /// The longest that all of it may take, in seconds.
    package var seconds = 120
    /// The longest without an octet from the server while one is waited for.
    package var silence = Duration.seconds(5)
    /// The connections that may fail before the survey is broken off.
    package var failures = 3
    /// Gives the moment at which the next connection may begin, which nobody else gets; nil for no bound. What is
    /// waited for it is none of the server's time.
    package var turn: (@Sendable () -> ContinuousClock.Instant)?

    package init() {}
}

/// A list that is being asked through.
struct Enumeration<Point: Hashable & Sendable> {
    private(set) var left: [Point]
    private(set) var taken: [Point] = []
    var isFinished: Bool

    init(_ all: [Point]) {
        left = all
        isFinished = all.isEmpty
    }

    /// The values that are offered while another list is asked through: those that the server is known to take, or all
    /// of them where none is yet.
    var known: [Point] { taken.isEmpty ? left : taken }

    /// Takes away what the server chose; false where that is none of the rest, so that nothing would be gained.
    @discardableResult mutating func take(_ point: Point?) -> Bool {
        guard let point, let place = left.firstIndex(of: point) else { return false }
        left.remove(at: place)
        taken.append(point)
        if left.isEmpty { isFinished = true }
        return true
    }

    var result: ProtocolSurvey.Taken<Point> { .init(points: taken, isComplete: isFinished) }
}
