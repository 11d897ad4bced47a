import Foundation
import HoldfastCredentials
import HoldfastHTTPS
import HoldfastTrust
import HoldfastX509

/// The keys `kSecMatch…` of a search, besides the limit: what a certificate, an identity's certificate or a server has
/// to be like.
///
/// Names are a certificate's own word: a match proves nothing about who holds it.
struct ItemMatch: Sendable {
    /// The issuers one of which is above the certificate, as far as those are stored too (kSecMatchIssuers).
    private var issuers: [Data]?
    private var mailbox: String?
    private var validOn: Date?
    private var host: String?
    private var subject: [Subject: String] = [:]
    private var options: String.CompareOptions = []
    /// The most certificates that are gone up.
    private static let maximumDepth = 10

    private enum Subject: Sendable { case contains, startsWith, endsWith, whole }

    /// Takes a key's value.
    ///
    /// - Returns: whether the key is one of `kSecMatch…`.
    /// - Throws: `errSecParam` for a value of another type, `errSecUnimplemented` for a key without a meaning here.
    mutating func take(_ key: String, _ value: Any) throws(ItemError) -> Bool {
        switch key as CFString {
        case kSecMatchIssuers:
            guard let names = value as? [Any] else { throw ItemError(errSecParam) }
            // A server that names no authority takes the certificates of any (RFC 5246 §7.4.4).
            issuers = names.isEmpty ? nil : []
            for name in names {
                guard let data = name as? Data, let name = try? DistinguishedName(der: Array(data)) else {
                    throw ItemError(errSecParam)
                }
                issuers?.append(NormalizedSequence.data(name) as Data)
            }
        case kSecMatchEmailAddressIfPresent: mailbox = try Self.text(value)
        case kSecMatchValidOnDate:
            // "The value … is of type CFDate. If the value is kCFNull, the current date is used."
            validOn = value is NSNull ? Date() : try ItemRequest.date(value)
        case kSecMatchHostOrSubdomainOfHost: host = try Self.text(value).asciiLowercased()
        case kSecMatchSubjectContains: subject[.contains] = try Self.text(value)
        case kSecMatchSubjectStartsWith: subject[.startsWith] = try Self.text(value)
        case kSecMatchSubjectEndsWith: subject[.endsWith] = try Self.text(value)
        case kSecMatchSubjectWholeString: subject[.whole] = try Self.text(value)
        case kSecMatchCaseInsensitive: try set(.caseInsensitive, value)
        case kSecMatchDiacriticInsensitive: try set(.diacriticInsensitive, value)
        case kSecMatchWidthInsensitive: try set(.widthInsensitive, value)
        case kSecMatchTrustedOnly:
            // Whether a chain is trusted is SecTrust's to say, with its policy and its anchors.
            if try ItemRequest.flag(value) { throw ItemError(errSecUnimplemented) }
        case kSecMatchPolicy, kSecMatchSearchList:
            throw ItemError(errSecUnimplemented)
        default: return false
        }
        return true
    }

    private static func text(_ value: Any) throws(ItemError) -> String {
        guard let text = value as? String else { throw ItemError(errSecParam) }
        return text
    }

    private mutating func set(_ option: String.CompareOptions, _ value: Any) throws(ItemError) {
        if try ItemRequest.flag(value) { options.insert(option) }
    }

    /// Whether anything is asked of certificates.
    var asksForCertificates: Bool {
        issuers != nil || mailbox != nil || validOn != nil || !subject.isEmpty
    }

    /// Whether nothing is asked.
    var isEmpty: Bool { !asksForCertificates && host == nil && options.isEmpty }

    /// Whether other certificates have to be looked at.
    var asksForIssuers: Bool { issuers != nil }

    /// Whether an item is one that is looked for.
    ///
    /// - Parameter stored: the certificates among which issuers are looked up.
    func allows(_ item: CredentialItem, among stored: [Certificate]) -> Bool {
        if let host {
            guard let server = item.attributes[.server]?.text?.asciiLowercased(),
                server == host || server.hasSuffix("." + host)
            else { return false }
        }
        guard asksForCertificates else { return true }
        guard item.kind == .certificate, let certificate = SecCertificate(item)?.certificate else { return false }
        return allowsNames(of: certificate) && (validOn.map { certificate.validity.contains(Instant($0)) } ?? true)
            && (issuers.map { Self.isBelow($0, certificate, stored) } ?? true)
    }

    private func allowsNames(of certificate: Certificate) -> Bool {
        if let mailbox {
            let named = SubjectSummary.mailboxes(of: certificate)
            guard named.isEmpty || named.contains(where: { $0.asciiLowercased() == mailbox.asciiLowercased() }) else {
                return false
            }
        }
        let texts = certificate.subject.relativeNames.flatMap(\.attributes).compactMap(\.string)
        return subject.allSatisfy { place, wanted in
            texts.contains { text in
                guard
                    let found = text.range(
                        of: wanted, options: place == .endsWith ? options.union(.backwards) : options)
                else { return false }
                switch place {
                case .contains: return true
                case .startsWith: return found.lowerBound == text.startIndex
                case .endsWith: return found.upperBound == text.endIndex
                case .whole: return found == text.startIndex..<text.endIndex
                }
            }
        }
    }

    private static func isBelow(_ issuers: [Data], _ certificate: Certificate, _ stored: [Certificate]) -> Bool {
        var names: Set<DistinguishedName> = [certificate.issuer]
        for _ in 0..<maximumDepth where !names.isEmpty {
            if names.contains(where: { issuers.contains(NormalizedSequence.data($0) as Data) }) { return true }
            // One name may have certificates of several issuers.
            let above = stored.filter { names.contains($0.subject) && $0.issuer != $0.subject }
            names = Set(above.map(\.issuer))
        }
        return false
    }
}
