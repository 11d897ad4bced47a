import HoldfastCrypto
public import HoldfastTransport
public import HoldfastTrust
import HoldfastX509

/// Whether a server chooses its certificate by the server name of the handshake (RFC 6066 §3): the question behind many
/// a certificate for another name.
public struct ServerNameDiagnosis: Sendable {
    /// What the second handshake showed.
    public enum Outcome: Sendable {
        /// Another certificate. `provesName`: it carries the name that the first one did not.
        case otherCertificate(ServerTrust, provesName: Bool)
        /// The same one.
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

    /// Whether the server chooses by the server name; nil where the second handshake does not tell.
    public var serverChooses: Bool? {
        switch outcome {
        case .otherCertificate: true
        case .sameCertificate: isNameOfCertificate ? nil : false
        case .failed: nil
        }
    }
}

extension HTTPSSession {
    /// Looks at what a server presents without the server name that a connection had sent, or with one where it had
    /// sent none: to be asked after a connection whose certificate is for another name.
    ///
    /// The second handshake goes to the same address, is refused whatever comes, and so can never carry a request; it
    /// changes nothing about the first one's verdict. Where the URL has a name, that name is tried; where it has an
    /// address, one that ``Configuration/dial`` leads to that address, else the first one that the certificate itself
    /// carries.
    ///
    /// - Parameters:
    ///   - url: the server that was connected to.
    ///   - connection: that connection.
    ///   - timeout: for the second handshake.
    /// - Returns: nil where there is nothing to compare with, or no name to try.
    public func serverNameDiagnosis(
        of url: HTTPSURL, after connection: ConnectionRecord, timeout: Duration
    ) async -> ServerNameDiagnosis? {
        guard let first = connection.presented?.presented.first, let transport = try? transport.get() else {
            return nil
        }
        let name = connection.serverNameIndication == nil ? name(for: url, first) : nil
        guard connection.serverNameIndication != nil || name != nil else { return nil }

        var request = TransportRequest(
            kind: .handshakeOnly, host: name?.text ?? url.host, port: url.port, sharing: .never, policyDigest: [])
        request.sendsServerName = name != nil
        request.versions = configuration.offersHTTP2 ? .http2Preferred : .http11
        request.tlsVersions = (try? configuration.tlsVersions(for: url.serverName)) ?? configuration.tlsVersions
        request.timeout = max(timeout, .zero)
        if let address = connection.remoteAddress.flatMap({ IPAddress($0) }) {
            request.dial.place = DialTargets.Place(.ip(address), port: dialledPort(of: url))
        } else {
            request.dial = dialTargets(for: HTTPSRequest(url))
        }
        return ServerNameDiagnosis(
            sent: connection.serverNameIndication, tried: name?.text,
            isNameOfCertificate: name?.isOfCertificate ?? false,
            outcome: outcome(of: await Self.look(request, with: transport), comparedWith: first, for: url))
    }

    private func outcome(
        of second: Result<ServerTrust, TransportError>, comparedWith first: PresentedCertificate, for url: HTTPSURL
    ) -> ServerNameDiagnosis.Outcome {
        switch second {
        case .failure(let error): return .failed(HTTPSError(error))
        case .success(let trust):
            if trust.presented.first == first { return .sameCertificate }
            return .otherCertificate(trust, provesName: provesName(trust, of: url))
        }
    }

    private func provesName(_ trust: ServerTrust, of url: HTTPSURL) -> Bool {
        do throws(TrustFailure) {
            _ = try configuration.engine.evaluate(
                trust, with: configuration.policy(url.serverName), at: configuration.clock())
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
        if let name = DialPlan.name(leadingTo: Endpoint(address, port: url.port), by: configuration.dial) {
            return (name.text, false)
        }
        return leaf.certificate.flatMap(Self.firstName).map { ($0, true) }
    }

    /// The first DNS name of a certificate; a wildcard stands for `www` there.
    private static func firstName(_ certificate: Certificate) -> String? {
        for case .dnsName(let name) in certificate.subjectAlternativeName ?? [] {
            var text = String(decoding: name.bytes, as: UTF8.self)
            if text.hasPrefix("*.") { text = "www" + text.dropFirst() }
            if let name = try? DNSName(text) { return name.text }
        }
        return nil
    }

    /// The certificates that a handshake shows; it is refused in any case.
    private static func look(
        _ request: TransportRequest, with transport: TransportEngine
    ) async -> Result<ServerTrust, TransportError> {
        do throws(TransportError) {
            let answer = try await transport.perform(request, judge: LookingJudge())
            return answer.connection.presented.map { .success($0) } ?? .failure(.nothingPresented)
        } catch {
            return error.connection?.presented.map { .success($0) } ?? .failure(error)
        }
    }
}

extension TransportError {
    fileprivate static let nothingPresented = TransportError(
        .tls, .nothingPresented, "the server presented no certificate", hint: "")
}

/// Refuses every server: its handshakes are for looking.
private struct LookingJudge: HandshakeJudge {
    func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict {
        var policy = TrustPolicy.basicX509
        policy.anchors = .only([])
        policy.rules = [NeverMet()]
        do throws(TrustFailure) {
            // Without an anchor there is no proof, and the rule objects besides.
            return .accept(try TrustEngine().evaluate(handshake.trust, with: policy, at: SystemClock.now()))
        } catch {
            return .refuse(error)
        }
    }

    private struct NeverMet: TrustRule {
        static let requirement = Requirement(
            "looking.never", FindingCode(custom: "looking"), source: "HTTPSSession.serverNameDiagnosis",
            advice: "nothing has to change")
        var cacheKey: [UInt8]? { Array("looking".utf8) }
        func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
            judgement.report(
                Self.requirement, at: .chain, seen: "a look at a server", expected: "nothing",
                message: "the handshake was for looking only")
        }
    }
}
