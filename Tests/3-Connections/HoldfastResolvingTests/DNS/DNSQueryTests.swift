import HoldfastResolving
import HoldfastTrust
import HoldfastX509
import Testing

@Suite("Queries of the DNS")
struct DNSQueryTests {
    @Test("the query of RFC 8484 §4.1.1, and an OPT record with padding behind it")
    func example() throws {
        let query = DNSMessage.query(ResolverQuery(try DNSName("www.example.com"), .ipv4))
        // The RFC's own query has no additional record: its count is the one octet that differs.
        var plain = Array(query.prefix(33))
        #expect(plain[11] == 1)
        plain[11] = 0
        #expect(Base64.encode(plain) == "AAABAAABAAAAAAAAA3d3dwdleGFtcGxlA2NvbQAAAQAB")
        // RFC 6891 §6.1.2: root, type 41, payload, code, version, flags, length; RFC 7830 §3: option 12.
        let padding = 128 - 33 - 11 - 4
        let options = [0, 0, 41, 0x10, 0, 0, 0, 0, 0, 0, padding + 4, 0, 12, 0, padding].map { UInt8($0) }
        #expect(Array(query[33..<48]) == options)
        #expect(query.dropFirst(48).count == padding)
        #expect(query.dropFirst(48).allSatisfy { $0 == 0 })
    }

    @Test("an IPv6 question is of type 28 (RFC 3596 §2.1)")
    func six() throws {
        let query = DNSMessage.query(ResolverQuery(try DNSName("www.example.com"), .ipv6))
        #expect(Array(query[29..<33]) == [0, 28, 0, 1])
    }

    @Test("every length of a name is padded to a multiple of 128 octets, the least one that holds it (RFC 8467 §4.1)")
    func padding() throws {
        for length in 1...253 {
            var text = ""
            while text.utf8.count < length {
                text += text.utf8.count % 64 == 63 ? "." : "a"
            }
            if text.hasSuffix(".") { continue }
            let query = DNSMessage.query(ResolverQuery(try DNSName(text), .ipv4))
            let needed = 12 + length + 2 + 4 + 11 + 4
            #expect(query.count == (needed + 127) / 128 * 128, "a name of \(length) characters")
        }
    }
}
