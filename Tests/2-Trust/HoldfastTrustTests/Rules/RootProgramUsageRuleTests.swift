import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// CA/B BR 7.1.2.7.10, 7.1.2.10.6 and 7.1.2.1.2.
@Suite("The programmes' extended key usages", .ownThread)
struct RootProgramUsageRuleTests {
    private func unmet(
        _ kind: AnchorKind = .publicWeb, _ change: (inout RootProgramChain) throws -> Void
    ) throws -> [String: Severity] {
        var chain = try RootProgramChain()
        try change(&chain)
        return try chain.findings(.webpki, kind).filter { $0.key.hasPrefix("programmeUsage.") }
    }

    @Test("of a server: serverAuth MUST, clientAuth MAY, the others MUST NOT or are NOT RECOMMENDED")
    func leaf() throws {
        #expect(try unmet { $0.leaf.extendedKeyUsage = [.serverAuth, .clientAuth] } == [:])
        #expect(
            try unmet { $0.leaf.extendedKeyUsage = [.serverAuth, .anyExtendedKeyUsage] }
                == ["programmeUsage.anyPurpose": .error])
        for other in [ObjectIdentifier.codeSigning, .emailProtection, .timeStamping, .ocspSigning] {
            #expect(
                try unmet { $0.leaf.extendedKeyUsage = [.serverAuth, other] }
                    == ["programmeUsage.otherPurpose": .error], "\(other)")
        }
        #expect(
            try unmet { $0.leaf.extendedKeyUsage = [.serverAuth, ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 3, 17)] }
                == ["programmeUsage.unlistedPurpose": .note])
    }

    @Test("of an authority issued since the certificate profiles, 15 September 2023")
    func authority() throws {
        #expect(
            try unmet { $0.intermediate.extendedKeyUsage = [.serverAuth, .emailProtection] }
                == ["programmeUsage.authorityPurpose": .error])
        #expect(
            try unmet { $0.intermediate.extendedKeyUsage = [.serverAuth, .anyExtendedKeyUsage] }
                == ["programmeUsage.authorityPurpose": .error])
        let before = RootProgram.profilesInForce.advanced(bySeconds: -1)
        #expect(
            try unmet {
                $0.intermediate.extendedKeyUsage = nil
                $0.intermediate.notBefore = before
            } == [:])
        // Under one's own anchor no older rules were in force.
        #expect(
            try unmet(.own) {
                $0.intermediate.extendedKeyUsage = nil
                $0.intermediate.notBefore = before
            } == ["programmeUsage.authorityPresent": .warning])
    }

    @Test("of a root: none (\"extKeyUsage MUST NOT\")")
    func root() throws {
        #expect(try unmet(.own) { $0.root.extendedKeyUsage = [.serverAuth] } == ["programmeUsage.root": .error])
        // An intermediate that was given as the anchor is no root.
        let chain = try RootProgramChain()
        let top = CertificateAuthority(try Identity.selfSigned(chain.root))
        let middle = CertificateAuthority(try top.issue(chain.intermediate))
        let made = (chain: try middle.issue(chain.leaf).chain, root: middle.certificate)
        let found = try RootProgramChain.findings(made, profile: .webpki, under: .own)
        #expect(found["programmeUsage.root"] == nil)
    }

    // MARK: The programmes' dates

    private static let programmes = [
        "programmeUsage.chromeLeaf", "programmeUsage.chromeAuthority", "programmeUsage.appleAuthority",
    ]

    /// What the programmes' dated requirements say of a chain, by the profile and the kind of anchor.
    private func dated(
        _ profile: Profile = .default, _ kind: AnchorKind = .publicWeb, issued day: String,
        _ change: (inout RootProgramChain) -> Void
    ) throws -> [String: Severity] {
        let issued = try #require(Instant(rfc3339: day))
        var chain = try RootProgramChain()
        chain.intermediate.notBefore = issued
        chain.leaf.notBefore = issued
        chain.leaf.notAfter = issued.advanced(byDays: 40)
        change(&chain)
        return try chain.findings(profile, kind, at: issued.advanced(byDays: 1))
            .filter { Self.programmes.contains($0.key) }
    }

    /// Chrome Root Program Policy 1.8, 1.3.2: "All corresponding subscriber certificates issued on or after March 15,
    /// 2027, MUST include the extendedKeyUsage extension and only assert an extendedKeyUsage purpose of
    /// id-kp-serverAuth."
    @Test("Chrome: a server's certificate for clientAuth too, from 15 March 2027 on")
    func chromeLeaf() throws {
        func found(_ day: String, _ usages: [ObjectIdentifier]?) throws -> [String: Severity] {
            try dated(issued: day) { $0.leaf.extendedKeyUsage = usages }
        }
        let both: [ObjectIdentifier] = [.serverAuth, .clientAuth]
        #expect(try found("2027-03-14T23:59:59Z", both) == [:])
        #expect(try found("2027-03-15T00:00:00Z", both) == ["programmeUsage.chromeLeaf": .warning])
        #expect(try found("2027-03-15T00:00:00Z", nil) == ["programmeUsage.chromeLeaf": .warning])
        #expect(try found("2027-03-15T00:00:00Z", [.serverAuth]) == [:])
    }

    /// 1.3.2: "if disclosed to the CCADB on or after June 15, 2026: include the extendedKeyUsage extension and only
    /// assert an extendedKeyUsage purpose of id-kp-serverAuth": what was issued from that day on was disclosed later.
    @Test("Chrome: an authority for more than servers, from 15 June 2026 on")
    func chromeAuthority() throws {
        func found(_ day: String, _ usages: [ObjectIdentifier]?) throws -> [String: Severity] {
            try dated(issued: day) { $0.intermediate.extendedKeyUsage = usages }
        }
        for usages in [nil, [.serverAuth, .clientAuth], [.serverAuth, .anyExtendedKeyUsage]] as [[ObjectIdentifier]?] {
            #expect(try found("2026-06-14T23:59:59Z", usages) == [:])
            #expect(try found("2026-06-15T00:00:00Z", usages) == ["programmeUsage.chromeAuthority": .warning])
        }
        #expect(try found("2026-06-15T00:00:00Z", [.serverAuth]) == [:])
    }

    /// Apple Root Program Policy 2.0, 1.7: "A Subordinate CA Certificate signed on or after 2026-08-01 MUST contain an
    /// Extended Key Usage extension and MUST NOT assert anyExtendedKeyUsage", and until 2027-07-01 one of several
    /// purposes only where "it contains no Extended Key Usage associated with a Trust Purpose defined in Appendix A".
    @Test("Apple: an authority without a usage, with any, or of several purposes, from 1 August 2026 on")
    func appleAuthority() throws {
        func found(_ day: String, _ usages: [ObjectIdentifier]?) throws -> Severity? {
            try dated(.apple, issued: day) { $0.intermediate.extendedKeyUsage = usages }[
                "programmeUsage.appleAuthority"]
        }
        let breaches: [[ObjectIdentifier]?] = [
            nil, [.serverAuth, .anyExtendedKeyUsage], [.serverAuth, .emailProtection],
            [.serverAuth, .clientAuth, .timeStamping], [.anyExtendedKeyUsage],
        ]
        for usages in breaches {
            #expect(try found("2026-07-31T23:59:59Z", usages) == nil)
            #expect(try found("2026-08-01T00:00:00Z", usages) == .warning, "\(usages ?? [])")
        }
        // "Legacy TLS: id-kp-serverAuth, id-kp-clientAuth"
        for usages in [[.serverAuth], [.serverAuth, .clientAuth]] as [[ObjectIdentifier]] {
            #expect(try found("2027-07-01T00:00:00Z", usages) == nil)
        }
        // (b), whose time ends: "MUST be dedicated to a single Trust Purpose as defined in Appendix A".
        let documents = [ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 3, 36)]
        #expect(try found("2027-06-30T23:59:59Z", documents) == nil)
        #expect(try found("2027-07-01T00:00:00Z", documents) == .warning)
    }

    /// Chrome's policy: "for enterprise CAs … the Chrome Root Program Policy does not apply".
    @Test("under one's own anchors, and by RFC 5280, nobody asks; Apple's profile has Apple's alone")
    func elsewhere() throws {
        func found(_ profile: Profile, _ kind: AnchorKind) throws -> Set<String> {
            Set(
                try dated(profile, kind, issued: "2027-07-01T00:00:00Z") {
                    $0.leaf.extendedKeyUsage = [.serverAuth, .clientAuth]
                    $0.intermediate.extendedKeyUsage = nil
                }.keys)
        }
        for profile in Profile.all { #expect(try found(profile, .own) == [], "\(profile.name)") }
        #expect(try found(.rfc5280, .publicWeb) == [])
        #expect(try found(.apple, .publicWeb) == ["programmeUsage.appleAuthority"])
        for profile in [Profile.default, .webpki] {
            #expect(try found(profile, .publicWeb) == Set(Self.programmes), "\(profile.name)")
        }
    }
}
