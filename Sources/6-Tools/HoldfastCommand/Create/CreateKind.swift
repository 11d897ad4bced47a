/// The kinds of things that `holdfast create` makes, with the options of each.
enum CreateKind: String, CaseIterable {
    case key
    case csr
    case selfSigned = "self-signed"
    case ca
    case intermediate
    case leaf
    case renew
    case crl
    case ocsp

    /// The options of the kind, in the order of the help.
    var options: [CommandOption] { Self.allOptions.filter(applicable.contains) }

    /// The options of the kind that most people need.
    var common: [CommandOption] {
        switch self {
        case .key, .csr, .selfSigned, .ca: options
        case .intermediate: [.name, .days, .issuer, .issuerKey, .permit, .key, .keyType, .out]
        case .leaf:
            [.subjectAlternativeName, .usage, .days, .issuer, .issuerKey, .request, .key, .keyType, .out, .bundle]
        case .renew: [.days, .issuer, .issuerKey, .newKey, .bundle, .out]
        case .crl: [.revoked, .revokedCertificate, .reason, .issuer, .issuerKey, .nextUpdate, .number, .der, .out]
        case .ocsp: [.certificateAsked, .status, .issuer, .issuerKey, .responder, .nextUpdate, .out]
        }
    }

    private static let allOptions: [CommandOption] = [
        .name, .subjectAlternativeName, .usage, .days, .start, .key, .keyType, .passphraseFile, .issuer, .issuerKey,
        .issuerPassphraseFile, .request, .renew, .permit, .pathLength, .ocspURL, .revocationListURL, .issuerURL,
        .mustStaple, .revoked, .revokedCertificate, .reason, .revokedAt, .number, .deltaOf, .only, .point, .indirect,
        .freshestURL, .certificateAsked, .status, .responder, .responderKey, .digest, .nonce, .thisUpdate, .nextUpdate,
        .der, .out, .bundle, .newKey, .allowRefused, .force,
    ]

    private var applicable: [CommandOption] {
        let own: [CommandOption] = [.key, .keyType, .passphraseFile, .out, .force]
        let issued: [CommandOption] = [
            .days, .start, .issuer, .issuerKey, .issuerPassphraseFile, .request, .ocspURL, .revocationListURL,
            .issuerURL, .allowRefused,
        ]
        let stated: [CommandOption] = [
            .start, .issuer, .issuerKey, .issuerPassphraseFile, .reason, .revokedAt, .thisUpdate, .nextUpdate, .out,
            .allowRefused, .force,
        ]
        switch self {
        case .key: return [.keyType, .passphraseFile, .key, .out, .force]
        case .csr: return own + [.name, .subjectAlternativeName, .renew]
        case .selfSigned: return own + [.name, .subjectAlternativeName, .usage, .days, .start]
        case .ca: return own + [.name, .days, .start, .permit, .pathLength]
        case .intermediate: return own + issued + [.name, .permit, .pathLength]
        case .leaf: return own + issued + [.name, .subjectAlternativeName, .usage, .mustStaple, .bundle]
        case .renew:
            return [
                .days, .start, .issuer, .issuerKey, .issuerPassphraseFile, .key, .newKey, .passphraseFile, .bundle,
                .out, .allowRefused, .force,
            ]
        case .crl:
            return stated + [
                .revoked, .revokedCertificate, .number, .deltaOf, .only, .point, .indirect, .freshestURL, .der,
            ]
        case .ocsp:
            return stated + [.certificateAsked, .status, .responder, .responderKey, .passphraseFile, .digest, .nonce]
        }
    }
}
