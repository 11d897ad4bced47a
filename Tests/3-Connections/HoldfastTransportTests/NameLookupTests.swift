import HoldfastTrust
import HoldfastX509
import Synchronization
import TestSupport
import Testing

@testable import HoldfastTransport

@Suite("Looking names up")
struct NameLookupTests {
    private static func addresses(_ texts: String...) throws -> [IPAddress] {
        try texts.map { try #require(IPAddress($0)) }
    }

    @Test("every address once, IPv4 first, each kind in ascending order, whatever order the system has")
    func order() async throws {
        let given = try Self.addresses("::2", "192.0.2.9", "2001:db8::1", "192.0.2.10", "::1", "192.0.2.9", "10.0.0.1")
        let sorted = try Self.addresses("10.0.0.1", "192.0.2.9", "192.0.2.10", "::1", "::2", "2001:db8::1")
        for order in [given, given.reversed()] {
            let found = try await NameLookup.addresses(of: "a.test", timeout: .seconds(60)) { _, _ in .success(order) }
            #expect(found == sorted)
        }
    }

    @Test("one that does not come back ends at the time limit, and holds nobody up")
    func timeLimit() async throws {
        let gate = Gate()
        defer { gate.open() }
        let error = await failure { () throws(TransportError) in
            try await NameLookup.addresses(of: "a.test", timeout: .milliseconds(20)) { _, _ in
                gate.holdThread()
                return .success([])
            }
        }
        #expect(error?.isTimeout == true && error?.phase == .name)
        #expect(error?.message == "no answer within 0.020 s: the name a.test was not resolved")
    }

    @Test("a cancelled one ends at once")
    func cancelled() async throws {
        let gate = Gate()
        defer { gate.open() }
        let task = Task {
            await failure { () throws(TransportError) in
                try await NameLookup.addresses(of: "a.test", timeout: .seconds(600)) { _, _ in
                    gate.holdThread()
                    return .success([])
                }
            }
        }
        task.cancel()
        #expect(await task.value?.isCancelled == true)
    }

    @Test("no address, and too many of them, are errors of the phase name")
    func counts() async throws {
        let many = (0...NameLookup.maximumAddresses).compactMap {
            IPAddress(bytes: [10, 0, UInt8($0 >> 8), UInt8($0 & 255)])
        }
        for (addresses, code) in [([], .couldNotResolveHost), (many, .tooManyAddresses)]
            as [([IPAddress], TransportError.Code)]
        {
            let error = await failure { () throws(TransportError) in
                try await NameLookup.addresses(of: "a.test", timeout: .seconds(60)) { _, _ in .success(addresses) }
            }
            #expect(error?.phase == .name && error?.code == code)
        }
        let enough = Array(many.dropLast())
        #expect(
            try await NameLookup.addresses(of: "a.test", timeout: .seconds(60)) { _, _ in .success(enough) } == enough)
    }

    /// RFC 6761 §6.3 and §6.4: `localhost` is loopback, `invalid` does not exist.
    @Test("the system knows localhost, and no name below .invalid")
    func system() async throws {
        let found = try await NameLookup.addresses(of: "localhost", timeout: .seconds(60))
        #expect(found.allSatisfy { $0.bytes.first == 127 || $0.description == "::1" })
        let four = try await NameLookup.addresses(of: "localhost", family: .ipv4, timeout: .seconds(60))
        #expect(!four.isEmpty && four.allSatisfy { $0.bytes.count == 4 })
        let error = await failure { () throws(TransportError) in
            try await NameLookup.addresses(of: "no-such-host.invalid", timeout: .seconds(60))
        }
        #expect(error?.phase == .name)
    }
}
