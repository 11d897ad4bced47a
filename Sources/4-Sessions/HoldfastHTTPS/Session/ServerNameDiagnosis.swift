import HoldfastCrypto
import HoldfastResolving
public import HoldfastTransport
public import HoldfastTrust
public import HoldfastWeb
import HoldfastX509
import Synchronization

/// Whether a server chooses its certificate by the server name of the handshake (RFC 6066 §3): the question behind many
/// a certificate for another name.
public struct ServerNameDiagnosis: Sendable {
    /// The result of the second handshake.
    public enum Outcome: Sendable {
        /// Another certificate. `provesName`: it carries the name that the first one did not.
        case otherCertificate(ServerTrust, provesName: Bool)
        /// The certificate that the first handshake showed.
        case sameCertificate
        /// Nothing: it came to no certificate.
        case failed(HTTPSError)
    }

    /// The server name of the handshake that is explained; nil where it had none.
    public let sent: String?
    /// The server name of the second handshake; nil where it had none.
    public let tried: String?
    /// Whether ``tried`` was taken from the certificate itself, for want of another: the server may well present the
    /// same certificate for it and others for other names.
    public let isNameOfCertificate: Bool
    public let outcome: Outcome

    /// Whether the server chooses by the server name: true, or nil where the second handshake does not tell.
    ///
    /// The same certificate tells nothing: a server that chooses and has none for the name shows its first one as well.
    public var serverChooses: Bool? { if case .otherCertificate = outcome { true } else { nil } }
}

extension HTTPSSession {
    /// Looks at what a server presents without the server name that a connection had sent, or with one where it had
    /// sent none: to be asked after a connection whose certificate is for another name.
    ///
    /// The second handshake goes to the same address, or by the same proxy, is refused whatever comes, and so can never
    /// carry a request; it changes nothing about the first one's verdict. Where the URL has a name, that name is tried;
    /// where it has an address, one that ``Configuration/Addresses/dial`` leads to that address, else the first host
    /// that the certificate itself names; a wildcard names none.
    ///
    /// - Parameters:
    ///   - url: the server that was connected to.
    ///   - connection: that connection.
    ///   - timeout: for the second handshake.
    /// - Returns: nil where there is nothing to compare with, or no name to try.
    public func serverNameDiagnosis(
        of url: HTTPSURL, after connection: ConnectionRecord, timeout: Duration
    ) async -> ServerNameDiagnosis? {
        guard let first = connection.presented?.presented.first else { return nil }
        let name = connection.serverNameIndication == nil ? name(for: url, first) : nil
        guard connection.serverNameIndication != nil || name != nil else { return nil }
        let look = CertificateLook(as: name.flatMap { try? ServerName($0.text) })
        var failure = HTTPSError(.nothingPresented).of(url)
        do throws(HTTPSError) {
            _ = try await handshake(
                with: url, within: max(timeout, .zero), at: place(of: url, after: connection),
                looking: look)
        } catch {
            failure = error
        }
        return ServerNameDiagnosis(
            sent: connection.serverNameIndication, tried: name?.text,
            isNameOfCertificate: name?.isOfCertificate ?? false,
            outcome: look.presented.map { outcome(of: $0, comparedWith: first, for: url) } ?? .failed(failure))
    }

    /// The place where the second handshake goes, which may have another name than the URL.
    private func place(of url: HTTPSURL, after connection: ConnectionRecord) -> DialTargets {
        var targets = dialTargets(for: HTTPSRequest(url))
        guard configuration.proxy(for: url) == nil else {
            // The address of the connection is the proxy's own.
            targets.place = targets.place ?? DialTargets.Place(url.serverName, port: url.port)
            return targets
        }
        if let endpoint = connection.dial?.endpoint { return DialTargets(place: DialTargets.Place(endpoint)) }
        guard let address = connection.remoteAddress.flatMap({ IPAddress($0) }) else { return targets }
        return DialTargets(place: DialTargets.Place(.ip(address), port: dialledPort(of: url)))
    }

    private func outcome(
        of second: ServerTrust, comparedWith first: PresentedCertificate, for url: HTTPSURL
    ) -> ServerNameDiagnosis.Outcome {
        if second.presented.first == first { return .sameCertificate }
        return .otherCertificate(second, provesName: provesName(second, of: url))
    }

    private func provesName(_ trust: ServerTrust, of url: HTTPSURL) -> Bool {
        do throws(TrustFailure) {
            _ = try configuration.trust.engine.evaluate(
                trust, with: configuration.trust.policy(for: url.serverName), at: configuration.clock())
            return true
        } catch {
            let codes = error.errors.map(\.code)
            return !codes.contains(.hostMismatch) && !codes.contains(.missingSubjectAltName)
                && !codes.contains(.malformedCertificate)
        }
    }

    private func name(for url: HTTPSURL, _ leaf: PresentedCertificate) -> (text: String, isOfCertificate: Bool)? {
        guard case .ip(let address) = url.serverName else {
            // The name that was left out.
            return (url.serverName.description, false)
        }
        if let name = DialPlan.name(leadingTo: Endpoint(address, port: url.port), by: configuration.addresses.dial) {
            return (name.text, false)
        }
        return leaf.certificate.flatMap(Self.firstName).map { ($0, true) }
    }

    /// The first host that a certificate names. Which hosts there are below a wildcard it does not say.
    private static func firstName(_ certificate: Certificate) -> String? {
        for case .dnsName(let name) in certificate.subjectAlternativeName ?? [] {
            if let name = try? DNSName(String(decoding: name.bytes, as: UTF8.self)) { return name.text }
        }
        return nil
    }
}

extension TransportError {
    fileprivate static let nothingPresented = TransportError(
        .tls, .nothingPresented, SessionSentence.nothingPresented, advice: nil)
}
