import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// Lists without what RFC 5280 asks issuers for and readers can do without: `openssl ca` writes no number unless it is
/// told to.
///
/// §5.2.3: "CRL issuers conforming to this profile MUST include this extension in all CRLs". §5.1.2.5: "Conforming CRL
/// issuers MUST include the nextUpdate field in all CRLs." §6.3.3 asks for neither. How old a list may grow: "within
/// seven (7) days" (CA/B BR 4.9.7).
@Suite("Revocation lists without a number, or without nextUpdate", .ownThread)
struct ListNumberTests {
    let world: RevocationWorld

    init() throws { world = try RevocationWorld() }

    private func findings(
        _ profile: Profile = .default, _ revocation: RevocationChecking = .hard,
        _ change: (inout RevocationListTemplate) -> Void
    ) throws -> Set<String> {
        let verdict = try world.judge([world.list(change), world.rootList()], revocation) { $0.profile = profile }
        let all = verdict.success?.findings ?? verdict.failure?.findings ?? []
        return Set(
            all.filter { $0.requirement.hasPrefix("revocation.") }.map { "\($0.severity.rawValue) \($0.requirement)" })
    }

    private static let number = "revocation.listNumber"
    private static let next = "revocation.listNextUpdate"

    private static func age(_ seconds: Int64) -> (inout RevocationListTemplate) -> Void {
        { list in
            list.thisUpdate = RevocationWorld.moment.advanced(bySeconds: -seconds)
            list.nextUpdate = nil
        }
    }

    private static let week: Int64 = 7 * 86_400

    @Test("without a number a list shows that a certificate is good, with a warning, where the profile has it so")
    func number() throws {
        #expect(try findings { $0.cRLNumber = nil } == ["warning \(Self.number)"])
        #expect(try findings(.default, .soft) { $0.cRLNumber = nil } == ["warning \(Self.number)"])
        for profile in [Profile.rfc5280, .webpki, .apple] {
            #expect(try findings(profile) { $0.cRLNumber = nil } == ["error \(Self.number)"], "\(profile.name)")
            // Where nothing has to be known, nothing of it refuses.
            #expect(
                try findings(profile, .soft) { $0.cRLNumber = nil } == ["warning \(Self.number)"], "\(profile.name)")
        }
    }

    @Test("without nextUpdate so does one that is younger than seven days")
    func nextUpdate() throws {
        for age: Int64 in [0, Self.week - 1] {
            #expect(try findings(.default, .hard, Self.age(age)) == ["warning \(Self.next)"], "\(age)")
            #expect(try findings(.rfc5280, .hard, Self.age(age)) == ["error \(Self.next)"], "\(age)")
        }
        for age: Int64 in [Self.week, 30 * 86_400] {
            #expect(try findings(.default, .hard, Self.age(age)) == ["error revocation.known"], "\(age)")
        }
        let both = try findings { list in
            Self.age(60)(&list)
            list.cRLNumber = nil
        }
        #expect(both == ["warning \(Self.number)", "warning \(Self.next)"])
    }

    @Test("what such a list has is revoked, on hold too")
    func revoked() throws {
        let serial = world.certificate.serialNumber
        for (reason, unmet) in [(RevocationReason.keyCompromise, "notRevoked"), (.certificateHold, "notOnHold")] {
            #expect(
                try findings {
                    $0.cRLNumber = nil
                    $0.revoke(serial, for: reason)
                } == ["error revocation.\(unmet)"])
            #expect(
                try findings {
                    Self.age(60)(&$0)
                    $0.revoke(serial, for: reason)
                } == ["error revocation.\(unmet)"])
        }
    }

    @Test("any other fault keeps it from showing anything good")
    func otherFaults() throws {
        #expect(
            try findings {
                $0.cRLNumber = nil
                $0.nextUpdate = RevocationWorld.moment.advanced(bySeconds: -1)
            } == ["error revocation.known"])
        #expect(
            try findings {
                $0.cRLNumber = nil
                $0.signatureEdit = .flippingBit(at: -1)
            } == ["error revocation.known"])
    }

    @Test("it is said of the list that was believed, not where another one showed the same")
    func another() throws {
        let newer = try world.list { $0.thisUpdate = RevocationWorld.moment }
        let older = try world.list {
            $0.thisUpdate = RevocationWorld.moment.advanced(byDays: -1)
            $0.cRLNumber = nil
        }
        let verdict = try world.judge([older, newer, world.rootList()])
        #expect(verdict.success?.findings.contains { $0.code == .revocationUnknown } == false)
    }

    @Test("who wants numbers asks for them, and who can do without says so")
    func changed() throws {
        let strict = try Profile.default.raising(Self.number, to: .error)
        #expect(try findings(strict) { $0.cRLNumber = nil } == ["error \(Self.number)"])
        let lax = try Profile.rfc5280.dangerouslyLowering(Self.number, to: nil)
        #expect(try findings(lax) { $0.cRLNumber = nil } == [])
    }
}
