public import Foundation
public import HoldfastTrust
import HoldfastX509

/// Gives OCSP responses that came with the certificates, as a server staples them.
///
/// A response that says of a certificate that it was taken back refuses it, whatever the policies; with a policy about
/// revocation that asks for a positive response, a good one is what it asks for. What cannot be read, or was not signed
/// by whom it must be (RFC 6960 §4.2.2.2), says nothing.
///
/// - Parameters:
///   - trust: the object.
///   - responseData: one response (`CFData`, DER) or an array of them; nil for none.
/// - Returns: `errSecSuccess`; `errSecParam` for objects of another type: the old ones then stay.
@discardableResult
public func SecTrustSetOCSPResponse(_ trust: SecTrust, _ responseData: CFTypeRef?) -> OSStatus {
    let responses: [Data]
    switch responseData {
    case nil: responses = []
    case let one as NSData: responses = [one as Data]
    case let several as NSArray:
        guard let list = several as? [Data] else { return errSecParam }
        responses = list
    default: return errSecParam
    }
    trust.change { $0.ocspResponses = responses }
    return errSecSuccess
}

/// Gives the timestamps of certificate transparency that came with the certificates, "as input to a trust evaluation".
///
/// They are counted with those in the leaf and in the first response of ``SecTrustSetOCSPResponse(_:_:)``, where
/// transparency is asked for. Apple's systems ask for it by a list of logs of their own; here the program brings the
/// list, by ``SecTrust/setTransparency(_:)`` or by the policy of the session whose challenge the object comes from.
/// Without one nothing is counted, and timestamps change no verdict.
///
/// - Parameters:
///   - trust: the object.
///   - sctArray: an array of `CFData`, each one `SignedCertificateTimestamp` (RFC 6962 §3.2); nil for none.
/// - Returns: `errSecSuccess`; `errSecParam` for objects of another type, and for more than the 65,535 bytes that the
///   list of a handshake holds: the old ones then stay.
@discardableResult
public func SecTrustSetSignedCertificateTimestamps(_ trust: SecTrust, _ sctArray: CFArray?) -> OSStatus {
    guard let sctArray else {
        trust.change { $0.timestamps = [] }
        return errSecSuccess
    }
    guard let list = sctArray as? [Data], list.isEmpty || TimestampList.encoded(list) != nil else { return errSecParam }
    trust.change { $0.timestamps = list }
    return errSecSuccess
}

extension SecTrust {
    /// Has evaluations ask for certificate transparency, by a list of logs that the program gives; a name of this
    /// project's, since Apple's systems ask by themselves.
    ///
    /// ```swift
    /// let logs = try TransparencyLogList(json: file)
    /// trust.setTransparency(.required(TransparencyRequirement(policy: .apple, logs: logs, scope: .publicAnchors)))
    /// ```
    ///
    /// A chain without enough timestamps is then refused, with the code of the finding `transparency`. Without a list
    /// nothing is refused: a warning says that nothing was checked.
    ///
    /// - Parameter transparency: the policy, the logs, and the anchors under which it holds;
    ///   ``TransparencyChecking/off`` to ask no more.
    public func setTransparency(_ transparency: TransparencyChecking) { change { $0.transparency = transparency } }
}

extension SecTrust {
    /// Has evaluations fetch by a source of the program's, in the place of the process's fetcher; a name of this
    /// project's.
    ///
    /// For authorities of one's own, whose responders are in a private network, and for programs that get revocation
    /// lists elsewhere. What may be fetched the policies and ``SecTrustSetNetworkFetchAllowed(_:_:)`` say all the same.
    ///
    /// ```swift
    /// var configuration = EvidenceFetcher.Configuration()
    /// configuration.dangerouslyAllowsPrivateNetworks = true
    /// trust.setEvidenceSource(EvidenceFetcher(configuration: configuration))
    /// ```
    ///
    /// - Parameters:
    ///   - source: fetches; nil for `EvidenceFetcher.shared`.
    ///   - limit: the longest that fetching delays an evaluation.
    public func setEvidenceSource(_ source: (any EvidenceSource)?, within limit: Duration = .seconds(3)) {
        change {
            $0.evidenceSource = source
            $0.fetchLimit = limit
        }
    }
}

/// Timestamps as the extension of a TLS handshake holds them.
enum TimestampList {
    /// A `SignedCertificateTimestampList` (RFC 6962 §3.3); nil for none, and for more than its length can say.
    static func encoded(_ timestamps: [Data]) -> [UInt8]? {
        guard !timestamps.isEmpty, timestamps.allSatisfy({ $0.count <= UInt16.max }) else { return nil }
        let list = timestamps.flatMap { TLSWriter.vector($0, lengthOctets: 2) }
        return list.count <= UInt16.max ? TLSWriter.vector(list, lengthOctets: 2) : nil
    }

    /// The timestamps in a list of the form of ``encoded(_:)``; empty for bytes that are no such list.
    static func decoded(_ list: [UInt8]) -> [Data] {
        var outer = TLSReader<SCTError>(list[...])
        guard let content = try? outer.vector(lengthOctets: 2, "sct_list"), outer.isAtEnd else { return [] }
        var rest = TLSReader<SCTError>(content)
        var timestamps: [Data] = []
        while !rest.isAtEnd {
            guard let timestamp = try? rest.vector(lengthOctets: 2, "", atLeast: 1) else { return [] }
            timestamps.append(Data(timestamp))
        }
        return timestamps
    }
}
