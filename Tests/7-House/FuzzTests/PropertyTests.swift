import Foundation
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastPins
@testable import HoldfastPolicy
@testable import HoldfastTransport

/// A property that cannot fail says nothing: the worlds that inputs choose from have both answers in them.
@Suite(.ownThread) struct PropertyTests {
    @Test("A revocation list decides: good, revoked, not known")
    func revocation() throws {
        let world = try ListWorld.shared.get()
        let judge = try RevocationJudge(world)
        // Signer, entries, scope, times, number, and three octets that change nothing.
        let good = try ListRequest([0, 0, 0, 0x1B, 1, 0, 0, 0], world).lists
        let revoked = try ListRequest([0, 1, 0, 0x1B, 1, 0, 0, 0], world).lists
        let forged = try ListRequest([2, 1, 0, 0x1B, 1, 0, 0, 0], world).lists
        let changed = try ListRequest([0, 1, 0, 0x1B, 1, 0, 60, 4], world).lists
        func verdict(_ lists: [ListRequest.List], _ checking: RevocationChecking) throws -> Verdict {
            try judge.verdict(lists.map { SuppliedRevocationList(der: $0.der) }, checking)
        }
        #expect(try verdict(good, .hard) == .trusted)
        #expect(try verdict(revoked, .hard) == .revoked)
        #expect(try verdict(revoked, .soft) == .revoked)
        #expect(try verdict([], .hard) == .unknown)
        #expect(try verdict(forged, .soft) == .trusted)
        #expect((good + revoked).map(\.isAuthentic) == [true, true])
        #expect((forged + changed).map(\.isAuthentic) == [false, false])
    }

    @Test(
        "The model of paths knows what is named",
        arguments: [
            // The server is below authority 0. Signer, subject and what is wrong, in the order in which they stand.
            ([(6, 0, HostilePool.Variant.good)], true),
            ([(6, 0, .noneBelow)], true),
            ([(7, 0, .good)], false),
            ([(1, 0, .good), (6, 1, .good)], true),
            ([(1, 0, .good), (6, 1, .noneBelow)], false),
            ([(1, 0, .good), (6, 1, .oneBelow)], true),
            ([(1, 0, .good), (2, 1, .good), (6, 2, .oneBelow)], false),
            ([(1, 0, .good), (0, 1, .good)], false),
            ([(6, 0, .expired), (6, 0, .forgedSignature), (6, 0, .mayNotSign)], false),
        ] as [([(Int, Int, HostilePool.Variant)], Bool)])
    func model(_ steps: [(Int, Int, HostilePool.Variant)], _ leads: Bool) {
        let entries = steps.map { HostilePool.Entry(der: [], signer: $0.0, subject: $0.1, variant: $0.2) }
        #expect(PathModel(entries).leadsToRoot(from: 0) == leads)
    }

    @Test("Timestamps decide: of two logs, of one, of strangers, by TLS and in a response")
    func transparency() throws {
        let world = try LogWorld.shared.get()
        func result(_ timestamps: [SignedCertificateTimestamp], isStapled: Bool) throws -> TransparencyOutcome.Result {
            let list = SignedCertificateTimestampList(timestamps).encoded
            let trust = try ServerTrust(
                derChain: [world.leaf], stapledOCSP: isStapled ? world.staple(list) : nil,
                signedCertificateTimestamps: isStapled ? nil : list)
            do throws(TrustFailure) {
                return try TrustEngine().evaluate(trust, with: world.policy, at: FixedKeys.moment).transparency.result
            } catch {
                #expect(error.errors.map(\.code) == [.transparency])
                return error.transparency.result
            }
        }
        let (genuine, others) = (world.genuine, world.others)
        for isStapled in [false, true] {
            #expect(try result([genuine[0], genuine[1]], isStapled: isStapled) == .passed)
            #expect(try result([genuine[0], genuine[0]], isStapled: isStapled) == .failed)
            #expect(try result([genuine[0], others[1]], isStapled: isStapled) == .failed)
            #expect(try result([genuine[0], genuine[3]], isStapled: isStapled) == .failed, "not on the list")
        }
        #expect(world.signers(of: SignedCertificateTimestampList(genuine + others).encoded) == 3)
    }

    @Test("Sessions are kept of tickets, four at most, and none of a connection that an alert has ended")
    func tickets() throws {
        let world = try TicketWorld.shared.get()
        func kept(_ name: String) throws -> Int {
            let file = ProjectFolder.top.appending(path: "Fuzz/corpus/tickets/\(name)")
            let conversation = try TicketConversation(world)
            try conversation.accept()
            try conversation.say([UInt8](try Data(contentsOf: file)).dropFirst(), by: 1 << 14)
            var count = 0
            while conversation.handshake.takeSession() != nil { count += 1 }
            return count
        }
        for (name, count) in [("one", 1), ("six", 4), ("extensions", 1), ("long", 2), ("key-update", 1)] {
            #expect(try kept(name) == count, "\(name)")
        }
        for name in ["longer", "extension-twice", "extension-of-others", "asked-late", "hello"] {
            #expect(try kept(name) == 0, "\(name)")
        }
    }

    @Test("The pool has every certificate that the model speaks of")
    func pool() throws {
        let pool = try HostilePool.shared.get()
        // Six authorities signed by eight in nine ways, and the two that signed themselves.
        #expect(pool.entries.count == 6 * 8 * 9 + 2)
        #expect(Set(pool.entries.map(\.der)).count == pool.entries.count)
    }

    @Test("Lines of names become subtrees and names")
    func lines() throws {
        let text = ConstraintText(
            Array("pdexample.com\nxi0a000000ff000000\nnmuser@example.com\nsno=Example,c=Leaf".utf8))
        #expect(text.permitted.map(\.base.description) == ["DNS:example.com"])
        #expect(text.excluded.map(\.base.description) == ["IP:10.0.0.0/255.0.0.0"])
        #expect(text.names.map(\.description) == ["email:user@example.com"])
        #expect(text.subject.description == "CN=Leaf,O=Example")
    }

    @Test("What is left of a policy document after a change is read, or refused at its place")
    func changedPolicies() throws {
        let folder = ProjectFolder.top.appending(path: "Fuzz/corpus/policy")
        for name in ["every-member", "every-group", "updates", "debug-override", "patterns"] {
            let whole = [UInt8](try Data(contentsOf: folder.appending(path: name)))
            try checkPolicy(whole)
            for index in whole.indices {
                var (other, flipped) = (whole, whole)
                other[index] = [0x22, 0x2c, 0x7d, 0x5d, 0x30, 0xc3, 0x0a, 0x20][index % 8]
                flipped[index] ^= 1 << UInt8(index % 8)
                let variants = [
                    other, flipped, Array(whole[..<index] + whole[(index + 1)...]),
                    Array(whole[...index] + whole[index...]), Array(whole[..<index]),
                ]
                // One for each place, another at the next.
                for (number, variant) in variants.enumerated()
                where Effort.isWhole || number == index % variants.count {
                    try checkPolicy(variant)
                }
            }
        }
    }

    @Test("What is left of an update of pins after a change is read, or refused in words")
    func changedUpdates() throws {
        let folder = ProjectFolder.top.appending(path: "Fuzz/corpus/pin-update")
        // Each is what it is called, so that the changes are near what is read.
        func whole(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: name))) }
        for name in ["update", "expiring", "empty"] { _ = try PinUpdate(try whole(name), publicSuffixes: nil) }
        _ = try PinSignatureDocument(try whole("signature"))
        _ = try PinUpdateState(try whole("state"))
        _ = try SpooledReport(try whole("spooled"))
        #expect(RecentReports(try whole("index")) != nil)
        for name in ["update", "expiring", "signature", "state", "spooled", "index"] {
            let whole = try whole(name)
            try checkPinUpdate(whole)
            for index in whole.indices where Effort.isWhole || index % 3 == 0 {
                var (other, flipped) = (whole, whole)
                other[index] = [0x22, 0x2c, 0x7d, 0x5d, 0x30, 0xc3, 0x0a, 0x20][index % 8]
                flipped[index] ^= 1 << UInt8(index % 8)
                let variants = [other, flipped, Array(whole[..<index] + whole[(index + 1)...]), Array(whole[..<index])]
                for (number, variant) in variants.enumerated()
                where Effort.isWhole || number == index % variants.count {
                    try checkPinUpdate(variant)
                }
            }
        }
    }
}
