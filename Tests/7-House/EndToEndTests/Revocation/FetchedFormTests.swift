import HoldfastAuthority
import HoldfastHTTPS
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// The forms in which responders take questions, and in which places give their answers.
@Suite("Questions by POST, and answers as files lie there", .hangLimit)
struct FetchedFormTests {
    private let service: RevocationService

    init() throws { service = try RevocationService() }

    private var methods: [String] { service.asked.lines.map { String($0.prefix { $0 != " " }) } }

    /// RFC 6960 §A.1: "HTTP-based OCSP requests can use either the GET or the POST method to submit their requests."
    @Test(
        "a responder that refuses a question by GET is asked once by POST",
        arguments: [400, 403, 404, 405, 500, 501, 200])
    func byPOST(status: Int) async throws {
        let identity = try service.identity(ocsp: ["/ocsp"])
        let response = try service.response(about: identity)
        service.serve("/ocsp") { request in
            guard request.method == "POST" else {
                // 200 with the answer malformedRequest (RFC 6960 §2.3) is a refusal too.
                return ServerResponse(status: status, body: status == 200 ? OCSPResponse(.malformedRequest).der : [])
            }
            return ServerResponse(body: response)
        }
        let fetcher = try service.fetcher()
        let check = try #require(try await service.verdict(about: identity, by: fetcher).check)
        #expect(check.answer == .good && check.sources.map(\.kind) == [.ocsp], "\(check)")
        #expect(methods == ["GET", "POST"])
        #expect(fetcher.counters.fetched == 2)
    }

    /// RFC 9110 §15.6.4: 503 is "a temporary overload or scheduled maintenance"; §15.5.2: 401 is about who asks; RFC
    /// 6585 §4: 429 is "too many requests in a given amount of time".
    @Test(
        "a responder that is down, or refuses whoever asks, is not asked again by POST",
        arguments: [401, 429, 502, 503, 504])
    func notByPOST(status: Int) async throws {
        service.serve("/ocsp") { _ in ServerResponse(status: status, text: "no") }
        let identity = try service.identity(ocsp: ["/ocsp"])
        let check = try #require(try await service.verdict(about: identity, by: service.fetcher()).check)
        #expect(check.fetches.map(\.problem) == ["it answered with \(status)"])
        #expect(methods == ["GET"])
    }

    @Test("a responder that refuses both is asked no third time, and what it said last is told")
    func neither() async throws {
        service.serve("/ocsp") { request in ServerResponse(status: request.method == "GET" ? 405 : 503) }
        let fetcher = try service.fetcher()
        let identity = try service.identity(ocsp: ["/ocsp"])
        let check = try #require(try await service.verdict(about: identity, by: fetcher).check)
        #expect(check.fetches.map(\.problem) == ["it answered with 503"])
        #expect(methods == ["GET", "POST"])
        // Nor by the next verdict about the same certificate, for a while.
        _ = try await service.verdict(about: identity, by: fetcher)
        #expect(methods.count == 2 && fetcher.counters.spared == 1, "\(fetcher.counters)")
    }

    @Test("an answer by GET, whatever it says of the certificate, is the answer")
    func byGET() async throws {
        service.serve("/ocsp", OCSPResponse(.tryLater).der)
        _ = try await service.verdict(about: service.identity(ocsp: ["/ocsp"]), by: service.fetcher())
        #expect(methods == ["GET"])
    }

    /// RFC 6960 §4.2.2.1: "If nextUpdate is not set, the responder is indicating that newer revocation information is
    /// available all the time."
    @Test("a response without nextUpdate is handed over, and asked for anew by the next verdict")
    func withoutNextUpdate() async throws {
        let identity = try service.identity(ocsp: ["/ocsp"])
        service.serve("/ocsp", try service.response(about: identity) { $0.nextUpdate = nil })
        let fetcher = try service.fetcher()
        let request = EvidenceRequest.ocspResponse(
            certificate: try Certificate(der: identity.certificate),
            issuer: try Certificate(der: service.bench.intermediate.certificate))
        for round in 1...2 {
            let answers = await fetcher.evidence(
                for: [request], at: service.bench.now, within: RevocationService.patience)
            guard case .fetched(_, let fetches)? = answers.first, case .ocspResponse? = fetches.first?.content else {
                Issue.record("\(answers)")
                return
            }
            #expect(fetches.first?.isCached == false && methods.count == round)
            fetcher.keep([request: fetches], at: service.bench.now)
        }
    }

    /// RFC 5280 §4.2.1.13: "the URI MUST point to a single DER encoded CRL".
    @Test("a list that is served as PEM is refused, and said to be PEM")
    func pemList() async throws {
        service.serve("/a.crl", Array(PEMBlock(.x509CRL, contents: try service.list()).encoded.utf8))
        let identity = try service.identity(lists: ["/a.crl"])
        let verdict = try await service.verdict(about: identity, by: service.fetcher(), mode: .hard)
        let failure = try #require(verdict.failure)
        #expect("\(failure.findings)".contains("its answer is PEM"), "\(failure.findings)")
    }

    /// RFC 5280 §4.2.2.1: "a single DER encoded certificate" or "a BER or DER encoded "certs-only" CMS message"; the
    /// others are met as well.
    @Test("a missing issuer is found in every form in which authorities offer it", arguments: Form.allCases)
    func issuers(_ form: Form) async throws {
        let issuer = service.bench.intermediate.certificate
        service.serve("/issuer", try form.bytes(of: issuer))
        let identity = try service.identity(issuers: ["/issuer"])
        let request = EvidenceRequest.issuer(of: try Certificate(der: identity.certificate))
        let answers = try await service.fetcher().evidence(
            for: [request], at: service.bench.now, within: RevocationService.patience)
        guard case .fetched(_, let fetches)? = answers.first else {
            Issue.record("\(answers)")
            return
        }
        #expect(fetches.map(\.content) == [.certificates([issuer])], "\(fetches.map(\.problem))")
    }

    enum Form: CaseIterable, Sendable {
        case der, derWithLineEnd, message, messageBER, pem, pemMessage

        func bytes(of certificate: [UInt8]) throws -> [UInt8] {
            switch self {
            case .der: certificate
            case .derWithLineEnd: certificate + [0x0D, 0x0A]
            case .message: Self.certsOnly(certificate, Self.element)
            case .messageBER: Self.certsOnly(certificate) { [$0, 0x80] + $1 + [0, 0] }
            case .pem: Array(PEMBlock(.certificate, contents: certificate).encoded.utf8)
            case .pemMessage:
                Array(PEMBlock(.pkcs7, contents: try Self.message.bytes(of: certificate)).encoded.utf8)
            }
        }

        /// ContentInfo { signedData, [0] SignedData { 1, {}, { data }, [0] { certificate }, {} } } (RFC 5652 §5.1).
        private static func certsOnly(_ certificate: [UInt8], _ element: (UInt8, [UInt8]) -> [UInt8]) -> [UInt8] {
            let pkcs7: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07]
            let signed = element(
                0x30,
                [0x02, 0x01, 0x01, 0x31, 0x00] + element(0x30, pkcs7 + [0x01]) + element(0xA0, certificate)
                    + [0x31, 0x00])
            return element(0x30, pkcs7 + [0x02] + element(0xA0, signed))
        }

        /// An element with a length of two octets at most.
        private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            let count = content.count
            if count < 128 { return [tag, UInt8(count)] + content }
            if count < 256 { return [tag, 0x81, UInt8(count)] + content }
            return [tag, 0x82, UInt8(count >> 8), UInt8(count & 0xFF)] + content
        }
    }
}
