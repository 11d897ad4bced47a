import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// What counts where several say something of one certificate: RFC 6960 has no word on it. A revocation does, as by
/// RFC 5280 §6.3.3 an entry does; and only a hold ever ends (§5.3.1).
@Suite("Revocation: OCSP responses that differ", .ownThread)
struct OCSPPrecedenceTests {
    private static let moment = RevocationWorld.moment

    private func dated(
        _ world: RevocationWorld, _ status: SingleResponse.CertStatus, hoursAgo: Int64
    ) throws -> [UInt8] {
        try world.response(status) { $0.thisUpdate = Self.moment.advanced(bySeconds: -3600 * hoursAgo) }
    }

    private func check(
        _ world: RevocationWorld, _ responses: [[UInt8]], lists: [[UInt8]] = [], isRevoked: Bool
    ) throws {
        for order in [responses, responses.reversed(), responses + responses] {
            let answer = try world.answer(order, lists: lists)
            #expect(answer?.isRevoked == isRevoked, "\(String(describing: answer))")
            if !isRevoked { #expect(answer == .good) }
        }
    }

    @Test("revoked for good counts, however new a good one is")
    func final() throws {
        let world = try RevocationWorld()
        let revoked = try dated(world, RevocationWorld.revoked(.superseded), hoursAgo: 9)
        try check(world, [revoked, dated(world, .good, hoursAgo: 1)], isRevoked: true)
        try check(world, [revoked, dated(world, .unknown, hoursAgo: 1)], isRevoked: true)
    }

    @Test("two answers in one response")
    func duplicated() throws {
        let world = try RevocationWorld()
        let id = try world.intermediate.certID(for: world.certificate.serialNumber)
        let other = try world.intermediate.certID(for: world.certificate.serialNumber, digest: .sha256)
        let revoked = RevocationWorld.revoked(.keyCompromise)
        for answers in [[(id, revoked), (id, .good)], [(id, .good), (id, revoked)], [(other, .good), (id, revoked)]] {
            let der = try world.response { template in for (id, status) in answers { template.answer(id, status) } }
            try check(world, [der], isRevoked: true)
        }
        let unknown = try world.response { template in
            template.answer(id, .unknown)
            template.answer(id, revoked)
        }
        try check(world, [unknown], isRevoked: true)
        let hold = try world.response { template in
            template.answer(id, RevocationWorld.revoked(.certificateHold))
            template.answer(id, .good)
        }
        try check(world, [hold], isRevoked: true)
    }

    @Test("a hold ends where a later response says good, and not where an earlier or equal one does")
    func hold() throws {
        let world = try RevocationWorld()
        let hold = try dated(world, RevocationWorld.revoked(.certificateHold), hoursAgo: 5)
        try check(world, [hold], isRevoked: true)
        try check(world, [hold, dated(world, .good, hoursAgo: 4)], isRevoked: false)
        try check(world, [hold, dated(world, .good, hoursAgo: 5)], isRevoked: true)
        try check(world, [hold, dated(world, .good, hoursAgo: 6)], isRevoked: true)
        try check(world, [hold, dated(world, .unknown, hoursAgo: 4)], isRevoked: true)
        let again = try dated(world, RevocationWorld.revoked(.certificateHold), hoursAgo: 3)
        try check(world, [hold, dated(world, .good, hoursAgo: 4), again], isRevoked: true)
    }

    @Test("what is outdated, or has no end, still revokes, but for a hold; the future from its date on")
    func faults() throws {
        let world = try RevocationWorld()
        let past = Self.moment.advanced(bySeconds: -1)
        let ahead = Self.moment.advanced(byDays: 1)
        for next in [past, nil] {
            func old(_ template: inout OCSPResponseTemplate) {
                template.thisUpdate = Self.moment.advanced(byDays: -7)
                template.nextUpdate = next
            }
            let revoked = try world.response(RevocationWorld.revoked(.affiliationChanged), old)
            try check(world, [revoked, world.response()], isRevoked: true)
            let hold = try world.response(RevocationWorld.revoked(.certificateHold), old)
            #expect(try world.answer([hold])?.problem != nil)
            try check(world, [hold, world.response()], isRevoked: false)
        }
        for date in [Self.moment, ahead] {
            let revoked = try world.response(RevocationWorld.revoked(on: date)) { template in
                template.producedAt = ahead
                template.thisUpdate = ahead
                template.nextUpdate = ahead.advanced(byDays: 1)
            }
            try check(world, [revoked, world.response()], isRevoked: date == Self.moment)
        }
        let weak = try world.response(RevocationWorld.revoked()) { $0.signatureAlgorithm = .ecdsa(.sha1) }
        try check(world, [weak, world.response()], isRevoked: true)
        let critical = Extension(ObjectIdentifier(2, 999, 1), isCritical: true, value: [5, 0])
        let strange = try world.response(RevocationWorld.revoked(), extensions: [critical])
        try check(world, [strange, world.response()], isRevoked: false)
    }

    @Test("lists and responses: either revokes, and either suffices")
    func lists() throws {
        let world = try RevocationWorld()
        let serial = world.certificate.serialNumber
        let revoked = try world.list { $0.revoke(serial, for: .keyCompromise) }
        try check(world, [world.response()], lists: [revoked], isRevoked: true)
        try check(world, [world.response(RevocationWorld.revoked())], lists: [world.list()], isRevoked: true)
        // A hold on a list is taken back by lists.
        let held = try world.list { $0.revoke(serial, for: .certificateHold) }
        try check(world, [dated(world, .good, hoursAgo: 0)], lists: [held], isRevoked: true)
        let outdated = try world.list { $0.nextUpdate = Self.moment.advanced(bySeconds: -1) }
        try check(world, [world.response()], lists: [outdated], isRevoked: false)
        let some = try world.list {
            $0.issuingDistributionPoint = IssuingDistributionPoint(onlySomeReasons: .keyCompromise)
        }
        try check(world, [world.response()], lists: [some], isRevoked: false)
        let stale = try world.response { $0.nextUpdate = Self.moment.advanced(bySeconds: -1) }
        #expect(try world.answer([stale], lists: [world.list()]) == .good)
    }

    @Test("neither: what is wrong with either is told, the weightiest first")
    func problems() throws {
        let world = try RevocationWorld()
        let stale = try world.response { $0.nextUpdate = Self.moment.advanced(bySeconds: -1) }
        let outdated = try world.list { $0.nextUpdate = Self.moment.advanced(bySeconds: -1) }
        let busy = try world.response { $0.responseStatus = .tryLater }
        guard case .unknown(let problems)? = try world.answer([busy, stale, busy], lists: [outdated]) else {
            Issue.record("known")
            return
        }
        #expect(problems.count == 3)
        #expect("\(problems[0])".hasPrefix("the revocation list 1 of CN=Test Intermediate was to be replaced"))
        #expect("\(problems[1])".hasPrefix("the OCSP response of CN=Test Intermediate was to be replaced"))
        #expect("\(problems[2])" == "2 OCSP responses say tryLater and give no answer")
        guard case .unknown(let none)? = try world.answer([world.rootResponse()]) else {
            Issue.record("known")
            return
        }
        #expect(
            none.map { "\($0)" } == [
                "no revocation list of CN=Test Intermediate is at hand",
                "no OCSP response at hand speaks of the certificate",
            ])
    }

    @Test("who signs lists may be covered by a response")
    func listSigner() throws {
        let world = try RevocationWorld()
        let signer = try world.listSigner()
        let certificate = try Certificate(der: signer.certificate)
        func response(_ status: SingleResponse.CertStatus) throws -> [UInt8] {
            var template = OCSPResponseTemplate(at: Self.moment)
            template.answer(try world.root.certID(for: certificate.serialNumber), status)
            return try world.root.issue(template)
        }
        let scope = IssuingDistributionPoint(onlyContainsCACerts: true)
        let lists = [try world.list(by: signer), try world.rootList { $0.issuingDistributionPoint = scope }]
        func verdict(_ responses: [[UInt8]]) throws -> Set<FindingCode> {
            try world.judge(responses: responses, lists: lists, others: [signer.certificate], rootList: false)
                .codes(.error)
        }
        #expect(try verdict([]) == [.revocationUnknown])
        #expect(try verdict([response(.good)]) == [])
        #expect(try verdict([response(RevocationWorld.revoked())]) == [.revocationUnknown])
    }
}
