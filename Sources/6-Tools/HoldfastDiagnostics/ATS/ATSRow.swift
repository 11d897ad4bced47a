public import HoldfastTracing

/// Settings of App Transport Security that a server is tried with: a row of `nscurl --ats-diagnostics`.
///
/// Apple, *Identifying the Source of Blocked Connections*: "In addition to running with no exceptions at all, the tool
/// tests the global exception key NSAllowsArbitraryLoads, as well as a variety of combinations of the exception domain
/// keys NSExceptionMinimumTLSVersion, NSExceptionRequiresForwardSecrecy, and NSExceptionAllowsInsecureHTTPLoads."
public struct ATSRow: Hashable, Sendable {
    /// The row's name as `nscurl` prints it, such as `TLSv1.2 with PFS disabled`.
    public let name: String
    /// The lowest version of TLS that is taken (`NSExceptionMinimumTLSVersion`).
    public let minimumTLS: ProtocolVersion
    /// The highest version that is offered.
    public let maximumTLS: ProtocolVersion
    /// Whether ephemeral keys on a curve are demanded (`NSExceptionRequiresForwardSecrecy`).
    public let forwardSecrecy: Bool
    /// Whether loads without TLS are allowed (`NSExceptionAllowsInsecureHTTPLoads`).
    ///
    /// It changes nothing about a load of an `https` URL: "Using this key doesn’t by itself change default server trust
    /// evaluation requirements for HTTPS connections", nor "the TLS or forward secrecy requirements imposed by ATS".
    public let insecureHTTP: Bool
    /// Whether App Transport Security is switched off (`NSAllowsArbitraryLoads`). What is left then is the default
    /// evaluation of the server's trust.
    public let arbitraryLoads: Bool
    /// Whether in TLS 1.2 AES-GCM and the extended master secret (RFC 7627) are demanded, as system processes do.
    public let isOfSystem: Bool

    private init(
        _ name: String, _ minimumTLS: ProtocolVersion = .tls12, upTo maximumTLS: ProtocolVersion = .tls13,
        forwardSecrecy: Bool = true, insecureHTTP: Bool = false, arbitraryLoads: Bool = false,
        isOfSystem: Bool = false
    ) {
        self.name = name
        self.minimumTLS = minimumTLS
        self.maximumTLS = maximumTLS
        self.isOfSystem = isOfSystem
        self.forwardSecrecy = forwardSecrecy
        self.insecureHTTP = insecureHTTP
        self.arbitraryLoads = arbitraryLoads
    }

    /// The settings of an app that says nothing: by them a server is accepted or not.
    public static let standard = ATSRow("ATS Default Connection")

    /// The sixteen rows in the order of `nscurl`.
    public static let all: [ATSRow] =
        [
            standard,
            ATSRow("Allow All Loads", .tls10, forwardSecrecy: false, insecureHTTP: true, arbitraryLoads: true),
        ] + versions.map { ATSRow(appleName(of: $0), $0) }
        + [
            ATSRow("Disabling Perfect Forward Secrecy", forwardSecrecy: false),
            ATSRow(
                "Disabling Perfect Forward Secrecy and Allowing Insecure HTTP", forwardSecrecy: false,
                insecureHTTP: true),
        ] + versions.map { ATSRow("\(appleName(of: $0)) with PFS disabled", $0, forwardSecrecy: false) }
        + versions.map {
            ATSRow(
                "\(appleName(of: $0)) with PFS disabled and insecure HTTP allowed", $0, forwardSecrecy: false,
                insecureHTTP: true)
        }

    /// The rows for system processes: what they are accepted by, and each way to it by itself.
    ///
    /// Apple, *Prepare your network environment for stricter security requirements* (126655): "Servers must support TLS
    /// 1.2 or later, use ATS-compliant ciphersuites, and present valid certificates that meet ATS standards", and of
    /// TLS 1.2 the suites with ECDHE and AES-GCM, and the extended master secret.
    public static let system: [ATSRow] = [
        ATSRow("System processes", isOfSystem: true), ATSRow("TLSv1.3", .tls13, isOfSystem: true),
        ATSRow("TLSv1.2 with ECDHE, AES-GCM and extended master secret", upTo: .tls12, isOfSystem: true),
    ]

    private static let versions: [ProtocolVersion] = [.tls13, .tls12, .tls11, .tls10]

    /// A version as Apple's property lists write it: `TLSv1.2`.
    static func appleName(of version: ProtocolVersion) -> String { "TLSv\(number(of: version))" }

    /// A version as JSON has it: `1.2`.
    static func number(of version: ProtocolVersion) -> String {
        version.name.hasPrefix("TLS ") ? String(version.name.dropFirst(4)) : version.name
    }
}

/// The programs of Apple's systems by whose demands a server is judged.
public enum ATSAudience: String, Hashable, Sendable, CaseIterable {
    /// Apps, by the settings of their Info.plist.
    case apps
    /// Processes of the system: device management, enrolment, installation of profiles and apps, software updates. They
    /// may refuse servers from the releases after April 2026 on (Apple, 126655).
    case system

    /// The rows that are tried, in order; the first one decides.
    public var rows: [ATSRow] { self == .apps ? ATSRow.all : ATSRow.system }

    /// The row by which a server is accepted or not.
    public var standard: ATSRow { self == .apps ? .standard : ATSRow.system[0] }
}
