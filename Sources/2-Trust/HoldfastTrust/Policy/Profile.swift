import HoldfastCrypto

/// A rule set as data: which requirements are errors, warnings or notes, by the kind of anchor.
///
/// What the table does not name is an error: a rule that is added refuses until a profile says otherwise. A second
/// table holds what weighs more where the chain is a TLS server's (purpose `ssl`). The standard profiles are
/// ``default``, ``rfc5280``, ``webpki`` and ``apple``; one of one's own is made from them, stricter with
/// ``raising(_:to:)`` and weaker with ``dangerouslyLowering(_:to:)``.
public struct Profile: Hashable, Sendable {
    /// Severity of one requirement, by the kind of anchor that the path ends at.
    public struct Grading: Hashable, Sendable {
        /// Under a public anchor, and where the path ends at none; nil switches the requirement off.
        public let publicWeb: Severity?
        /// Under an anchor of the user's own; nil switches the requirement off.
        public let own: Severity?
        /// The source of the severity: the document with its section, or the verifier.
        public let source: String

        public init(publicWeb: Severity?, own: Severity?, source: String) {
            self.publicWeb = publicWeb
            self.own = own
            self.source = source
        }

        /// One severity under every anchor.
        public init(_ severity: Severity?, source: String) {
            self.init(publicWeb: severity, own: severity, source: source)
        }

        /// The severity under one kind of anchor; a path that ends at none is judged as strictly as the public web, but
        /// for a leaf that signed itself (``AnchorKind/none``).
        public func severity(under anchor: AnchorKind) -> Severity? { anchor == .own ? own : publicWeb }
    }

    /// The name of the standard profile that this one is, or was made from.
    public let baseName: String
    let gradings: [String: Grading]
    /// The gradings that differ where the chain is a TLS server's; none weighs less.
    let serverGradings: [String: Grading]
    /// The gradings of a TLS server's chain: those of ``gradings``, and where they differ these.
    private let forServers: [String: Grading]
    /// SHA-256 over the name and every grading, for the digest of a policy: names may lie, gradings do not.
    let digest: [UInt8]
    /// The changes of the standard profile, in order.
    public let changes: [ProfileChange]

    init(
        name: String, gradings: [String: Grading], serverGradings: [String: Grading] = [:],
        changes: [ProfileChange] = []
    ) {
        baseName = name
        self.gradings = gradings
        self.serverGradings = serverGradings
        forServers = gradings.merging(serverGradings) { $1 }
        self.changes = changes
        let rows = [gradings, serverGradings].map { table in
            table.sorted { $0.key < $1.key }.map { id, grading in
                "\(id)=\(grading.publicWeb?.rawValue ?? "off")/\(grading.own?.rawValue ?? "off")"
            }.joined(separator: ";")
        }
        digest = Digest.sha256(Array(([name] + rows).joined(separator: "|").utf8)[...])
    }

    /// The name by which commands and reports call it; whatever was changed in a standard profile is part of it.
    public var name: String {
        changes.isEmpty ? baseName : "\(baseName) (\(changes.map(\.description).joined(separator: ", ")))"
    }

    /// Whether a requirement of the standard profile was switched off or made to weigh less.
    public var isWeakened: Bool { changes.contains(where: \.isDangerous) }

    /// The grading of a requirement; nil where the profile has none, which is an error under any anchor.
    ///
    /// - Parameter purpose: what the chain is judged for; nil for whichever is asked for most.
    public func grading(of requirement: Requirement, for purpose: TrustPurpose? = nil) -> Grading? {
        (purpose?.isServer ?? true ? forServers : gradings)[requirement.id]
    }

    /// The severity of a requirement that is not met, or nil where the profile does not ask for it.
    ///
    /// - Parameters:
    ///   - anchor: whose anchor the path ends at.
    ///   - purpose: what the chain is judged for; nil for whichever is asked for most.
    public func severity(
        of requirement: Requirement, under anchor: AnchorKind, for purpose: TrustPurpose? = nil
    ) -> Severity? {
        guard let grading = grading(of: requirement, for: purpose) else { return .error }
        return grading.severity(under: anchor)
    }

    /// The profiles that exist, by name.
    public static let all: [Profile] = [.default, .rfc5280, .webpki, .apple]

    /// The standard profile of that name, or nil.
    public static func named(_ name: String) -> Profile? { all.first { $0.name == name } }
}

/// One requirement of a standard profile that was given another weight.
public struct ProfileChange: Hashable, Sendable, CustomStringConvertible {
    /// The requirement, as in ``Requirement/id``.
    public let requirement: String
    /// The new severity; nil where it was switched off.
    public let severity: Severity?
    /// Whether it weighs less than the standard profile has it, under some anchor.
    public let isDangerous: Bool

    public var description: String {
        "\(isDangerous ? "dangerously lowered" : "raised") \(requirement) to \(severity?.rawValue ?? "off")"
    }
}
