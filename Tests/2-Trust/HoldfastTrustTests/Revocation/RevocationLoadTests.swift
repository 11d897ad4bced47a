import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// Long lists, many lists, and the budget that they are looked at within.
@Suite("Revocation: load", .ownThread)
struct RevocationLoadTests {
    /// A list of so many entries of 24 bytes each, the certificate's number not among them.
    private func long(_ world: RevocationWorld, _ count: Int) throws -> [UInt8] {
        let date = Time(RevocationWorld.moment.advanced(byDays: -1))
        let entry = RevokedCertificate(SerialNumber(0x4000_0000), revocationDate: date).der
        var rows: [UInt8] = []
        rows.reserveCapacity(count * entry.count)
        for index in 0..<count {
            let number = rows.count + 5
            rows += entry
            for (place, shift) in [16, 8, 0].enumerated() {
                rows[number + place] = UInt8(truncatingIfNeeded: index >> shift)
            }
        }
        // The one entry of the list is replaced by all of them; the lengths around them are written anew.
        return try world.list { list in
            list.authorityKeyIdentifier = .omitted
            list.revoke(SerialNumber(0x4000_0000), on: date.instant)
            list.tbsEdit = ByteEdit { [rows] tbs in
                guard let place = tbs.firstRange(of: entry), var reader = try? DERReader(tbs[...]),
                    let content = try? reader.readContent(.sequence)
                else { return tbs }
                // Two octets of tag and length stand before the entry.
                var writer = DERWriter(capacity: rows.count + 200)
                writer.sequence { inner in
                    inner.raw(content[..<(place.lowerBound - 2)])
                    inner.sequence { $0.raw(rows) }
                    inner.raw(content[place.upperBound...])
                }
                return writer.bytes
            }
        }
    }

    @Test("100,000 entries, more than 2 MB: parsed once, judged several times", .hangLimit)
    func longList() throws {
        let world = try RevocationWorld()
        let bytes = try long(world, 100_000)
        #expect(bytes.count > 2 << 20)
        let supplied = [bytes, try world.rootList()].map { SuppliedRevocationList(der: $0) }
        #expect(supplied.first?.list?.revokedCertificates.count == 100_000)
        var policy = try world.chain.policy()
        policy.revocation = .hard
        let trust = try ServerTrust(derChain: world.leaf.chain)
        for _ in 0..<5 {
            let proof = try world.chain.engine.evaluate(
                trust, with: policy, at: RevocationWorld.moment, supplying: [.revocationLists(supplied)])
            #expect(proof.work.revocationBytes >= bytes.count)
        }
    }

    @Test("more bytes of lists than the limit allows are a refusal, and not a shorter answer")
    func bytes() throws {
        let world = try RevocationWorld()
        let lists = try [world.list(), world.rootList()]
        let count = lists.reduce(0) { $0 + $1.count }
        #expect(try world.judge(lists) { $0.limits.revocationBytes = count }.codes(.error) == [])
        let verdict = try world.judge(lists) { $0.limits.revocationBytes = count - 1 }
        #expect(verdict.failure?.cause.code == .workLimit)
        #expect(
            try world.judge(lists, .soft) { $0.limits.revocationBytes = 0 }.failure?.cause.code
                == .workLimit)
    }

    @Test("a thousand lists of the issuer's name by other keys cost what the signature limit allows")
    func manyLists() throws {
        let world = try RevocationWorld()
        let impostor = try CertificateAuthority.root(
            name: "Test Intermediate", at: RevocationWorld.moment)
        var lists: [[UInt8]] = []
        for index in 0..<100 {
            lists.append(try world.list(by: impostor) { $0.cRLNumber = CRLNumber(UInt64(index)) })
        }
        #expect(try world.errors(lists + [world.list { $0.thisUpdate = RevocationWorld.moment }]) == [])
        let verdict = try world.judge(lists) { $0.limits.revocationWeight = 50 }
        #expect(verdict.failure?.cause.code == .workLimit)
    }

    @Test("thousands of names of lists and points are compared in steps that grow with their number, not its square")
    func manyNames() throws {
        let names = (0..<500).flatMap { DistributionPoint.uris("http://crl.test/\($0)") }
        let others = (0..<500).flatMap { DistributionPoint.uris("http://other.test/\($0)") }
        let world = try RevocationWorld(
            points: Array(repeating: DistributionPoint(distributionPoint: .fullName(names)), count: 10))
        let list = try world.list {
            $0.issuingDistributionPoint = IssuingDistributionPoint(distributionPoint: .fullName(others))
        }
        let verdict = try world.judge([list, world.rootList()])
        #expect(verdict.codes(.error) == [.revocationUnknown])
        // Ten points, a thousand names each time; the assumed point has one.
        #expect((verdict.failure?.work.nameComparisons ?? 0) < 15_000)
        #expect((verdict.failure?.work.nameComparisons ?? 0) > 10_000)
        let limited = try world.judge([list, world.rootList()]) { $0.limits.nameComparisons = 8_000 }
        #expect(limited.failure?.cause.code == .workLimit)
    }

    /// Lists like this one, of another number each; their signatures are all the same, and hold for one at most.
    private func copies(of list: [UInt8], number: [UInt8], _ count: Int) throws -> [[UInt8]] {
        let place = try #require(list.firstRange(of: number))
        return (0..<count).map { index in
            var copy = list
            for (offset, shift) in [16, 8, 0].enumerated() {
                copy[place.upperBound - 3 + offset] = UInt8(truncatingIfNeeded: index >> shift)
            }
            return copy
        }
    }

    @Test(
        "thousands of lists with one signature, all but the same and of a scope without the certificate",
        .hangLimit)
    func manyAlike() throws {
        let world = try RevocationWorld()
        let number: [UInt8] = [0x02, 0x04, 0x7A, 0x7B, 0x7C, 0x7D]
        let list = try world.list { list in
            list.cRLNumber = nil
            list.issuingDistributionPoint = IssuingDistributionPoint(onlyContainsAttributeCerts: true)
            list.additionalExtensions = [
                Extension(ObjectIdentifier(2, 999, 1), value: Array(repeating: 7, count: 2_000)),
                Extension(.cRLNumber, value: number),
            ]
        }
        let lists = try copies(of: list, number: number, 8_000)
        // It has a lower number than nearly all, and so is looked at after them.
        #expect(try world.errors(lists + [world.list()]) == [])
    }

    @Test("a list of many extensions under a certificate of many distribution points", .hangLimit)
    func manyExtensions() throws {
        let world = try RevocationWorld(
            points: Array(repeating: .at("http://crl.holdfast.test/"), count: 3_000))
        let list = try world.list { list in
            list.cRLNumber = nil
            list.additionalExtensions = (0..<20_000).map {
                Extension(ObjectIdentifier(2, 999, UInt64($0)), value: [5, 0])
            }
        }
        // That profile believes no list without a number.
        #expect(try world.errors([list]) { $0.profile = .rfc5280 } == [.revocationUnknown])
    }

    @Test("many certificates of a signer's name and key: a path for each is counted by the size of the pool")
    func manySigners() throws {
        let world = try RevocationWorld()
        let key = try PrivateKey.generate(.p256)
        var others: [[UInt8]] = []
        var signer: CertificateAuthority?
        for _ in 0..<20 {
            let impostor = try CertificateAuthority.root(
                name: "Test Intermediate", at: RevocationWorld.moment, key: key)
            others.append(impostor.certificate)
            signer = impostor
        }
        let forged = try world.list(by: signer)
        let verdict = try world.judge([forged, world.rootList()], others: others)
        #expect(verdict.codes(.error) == [.revocationUnknown])
        #expect((verdict.failure?.work.nameComparisons ?? 0) >= 20 * 20)
    }

    @Test("a list with the server's number ten thousand times, of others", .hangLimit)
    func manyOfOneNumber() throws {
        let world = try RevocationWorld()
        let date = Time(RevocationWorld.moment)
        let other = DistinguishedName([(.commonName, "b")])
        let list = try world.list { list in
            list.issuingDistributionPoint = IssuingDistributionPoint(indirectCRL: true)
            list.revoke(SerialNumber(1), of: other)
            list.entries += Array(
                repeating: RevokedCertificate(world.certificate.serialNumber, revocationDate: date), count: 10_000)
        }
        #expect(try world.errors([list]) == [])
        let verdict = try world.judge([list, world.rootList()]) { $0.limits.nameComparisons = 5_000 }
        #expect(verdict.failure?.cause.code == .workLimit)
        #expect(!verdict.codes(.error).contains(.revoked))
    }
}
