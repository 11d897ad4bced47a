import HoldfastX509

/// The evidence that an evaluation has asked for, and what came of it.
struct EvidenceSought {
    /// Issuers that one evaluation asks for: as many as one path may lack.
    private static let maximumIssuers = 3
    /// Requests about revocation that one evaluation makes; 16. For a responder and a list of each certificate of the
    /// longest public paths it takes half. A chain is a stranger's, and each of its certificates may name places that
    /// are somebody else's.
    static let maximumRequests = 16

    private var asked: Set<EvidenceRequest> = []
    private var issuers = 0
    private var revocations = 0
    /// The fetches of each request, in the order of asking.
    private(set) var fetches: [(request: EvidenceRequest, fetch: EvidenceFetch)] = []
    private var listOrigins: [CertificateList: EvidenceOrigin] = [:]
    private var responseOrigins: [BasicOCSPResponse: EvidenceOrigin] = [:]

    // MARK: What is missing

    /// The requests for the revocation of a path that would be accepted but for that, if at all: one for each
    /// certificate whose status is not known, the responder before the list unless it is to be the other way round.
    mutating func revocationRequests(
        for path: CertificationPath, _ statuses: [RevocationStatus], _ fetching: EvidenceFetching
    ) -> [EvidenceRequest] {
        var requests: [EvidenceRequest] = []
        for (depth, status) in statuses.enumerated().dropLast() {
            guard case .undetermined = status else { continue }
            let certificate = path.certificates[depth]
            var choices: [EvidenceRequest] = []
            if fetching.revocation.contains(.ocsp), !certificate.ocspPlaces.isEmpty {
                choices.append(.ocspResponse(certificate: certificate, issuer: path.certificates[depth + 1]))
            }
            if fetching.revocation.contains(.lists), !certificate.revocationListPlaces.isEmpty {
                choices.append(.revocationLists(certificate: certificate))
            }
            if fetching.prefersLists { choices.reverse() }
            guard revocations < Self.maximumRequests else { break }
            if let next = choices.first(where: { !asked.contains($0) }) {
                requests.append(next)
                asked.insert(next)
                revocations += 1
            }
        }
        return requests
    }

    /// The request for the issuer that a path lacks; nil where its place is not known, was asked already, or too many
    /// were.
    mutating func issuerRequest(for path: CertificationPath) -> EvidenceRequest? {
        guard path.end == .issuerNotFound, let top = path.certificates.last, !top.issuerPlaces.isEmpty,
            issuers < Self.maximumIssuers, asked.insert(.issuer(of: top)).inserted
        else { return nil }
        issuers += 1
        return .issuer(of: top)
    }

    // MARK: What came

    mutating func note(_ fetch: EvidenceFetch, for request: EvidenceRequest) {
        fetches.append((request, fetch))
        switch fetch.content {
        case .ocspResponse(let response): note(response, from: fetch.origin)
        case .revocationList(let list): note(list, from: fetch.origin)
        case .certificates, .nothing: break
        }
    }

    /// Notes the origin of a response; one that was given earlier stays known as it came first.
    mutating func note(_ response: SuppliedOCSPResponse, from origin: EvidenceOrigin) {
        guard let basic = response.response?.basicResponse, responseOrigins[basic] == nil else { return }
        responseOrigins[basic] = origin
    }

    mutating func note(_ list: SuppliedRevocationList, from origin: EvidenceOrigin) {
        guard let list = list.list, listOrigins[list] == nil else { return }
        listOrigins[list] = origin
    }

    // MARK: What it was good for

    func origin(of word: RevocationWord) -> EvidenceOrigin {
        switch word {
        case .list(let list): listOrigins[list] ?? .set
        case .response(let response, _): responseOrigins[response] ?? .set
        }
    }

    /// The places from which nothing came about a certificate's revocation.
    func failures(of certificate: Certificate) -> [RevocationProblem] {
        guard !fetches.isEmpty else { return [] }
        return revocationFetches(of: certificate).compactMap { fetch in
            fetch.problemStatement.map { .fetch(place: fetch.url, reason: $0) }
        }
    }

    /// The places that were asked about a certificate's revocation.
    func revocationFetches(of certificate: Certificate) -> [RevocationCheck.Fetch] {
        fetches.compactMap { request, fetch in
            let kind: RevocationSource.Kind
            switch request {
            case .ocspResponse(certificate, _): kind = .ocsp
            case .revocationLists(certificate): kind = .crl
            default: return nil
            }
            return RevocationCheck.Fetch(
                url: fetch.url, kind: kind, byteCount: fetch.isCached ? 0 : fetch.bytes.count, duration: fetch.duration,
                isCached: fetch.isCached, problemStatement: fetch.problemStatement)
        }
    }

    /// The places that were asked for issuers.
    var issuerFetches: [IssuerFetch] {
        fetches.compactMap { request, fetch in if case .issuer = request { IssuerFetch(fetch) } else { nil } }
    }

    /// The fetches of something about these certificates.
    func fetches(about certificates: Set<Certificate>) -> [EvidenceRequest: [EvidenceFetch]] {
        var found: [EvidenceRequest: [EvidenceFetch]] = [:]
        for (request, fetch) in fetches where fetch.problem == nil && certificates.contains(request.certificate) {
            found[request, default: []].append(fetch)
        }
        return found
    }

    /// The fetches that hold a word on which a verdict rests: its signature was verified.
    func fetches(with words: [RevocationWord]) -> [EvidenceRequest: [EvidenceFetch]] {
        var confirmed: [EvidenceRequest: [EvidenceFetch]] = [:]
        for (request, fetch) in fetches where !fetch.isCached {
            let holds = words.contains { word in
                switch (word, fetch.content) {
                case (.list(let list), .revocationList(let came)): came.list == list
                case (.response(let response, _), .ocspResponse(let came)): came.response?.basicResponse == response
                default: false
                }
            }
            if holds { confirmed[request, default: []].append(fetch) }
        }
        return confirmed
    }
}
