import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

@Suite("Names from text", .ownThread)
struct NameTextTests {
    @Test("alternative names: by their form, or by what stands before them")
    func alternatives() throws {
        func text(_ name: String) throws -> String {
            switch try GeneralName(alternativeName: name) {
            case .dnsName(let value): "dns \(value)"
            case .ipAddress(let value): "ip \(value.map(String.init).joined(separator: "."))"
            case .rfc822Name(let value): "email \(value)"
            case .uniformResourceIdentifier(let value): "uri \(value)"
            default: "other"
            }
        }
        #expect(try text("example.test") == "dns example.test")
        #expect(try text("localhost") == "dns localhost")
        #expect(try text("*.example.test") == "dns *.example.test")
        #expect(try text("DNS:example.test") == "dns example.test")
        #expect(try text("192.0.2.1") == "ip 192.0.2.1")
        #expect(try text("IP:192.0.2.1") == "ip 192.0.2.1")
        #expect(try text("::1") == "ip 0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1")
        #expect(try text("IP:2001:db8::1") == "ip 32.1.13.184.0.0.0.0.0.0.0.0.0.0.0.1")
        #expect(try text("who+tag@example.test") == "email who+tag@example.test")
        #expect(try text("email:who@example.test") == "email who@example.test")
        #expect(try text("URI:https://example.test/a?b") == "uri https://example.test/a?b")
    }

    @Test(
        "alternative names that are none",
        arguments: [
            "", " ", "two words", "ex_ample.test", "-a.test", "a-.test", "a..test", "example.test.", "*", "a.*.test",
            "*a.test", "DNS:", "DNS:a@b.test", "IP:example.test", "IP:1.2.3", "email:nobody", "@example.test", "a@",
            "a b@example.test", "URI:", "URI:relative", "URI:1a:b", "URI:http://a b/", "exämple.test", "1:2", "x:y",
            // URL Standard §3.5: a host whose last label is a number is parsed as an IPv4 address.
            "127.1", "0x7f.1", "1", "*.1", "a.0x", "a.0X7F", "DNS:192.0.2.1", "a@127.1",
            String(repeating: "a", count: 64) + ".test",
            String(repeating: "a.", count: 127) + "test", "bank.example\0.evil.test",
        ])
    func noAlternatives(_ text: String) {
        #expect(throws: AuthorityError.self) { try GeneralName(alternativeName: text) }
    }

    /// RFC 4514 §2.1: "starting with the last element of the sequence and moving backwards toward the first".
    @Test("distinguished names, the most specific level first")
    func subjects() throws {
        #expect(
            try DistinguishedName(text: "CN=Example CA,O=Example,C=DE")
                == DistinguishedName([
                    (.countryName, "DE"), (.organizationName, "Example"), (.commonName, "Example CA"),
                ]))
        #expect(try DistinguishedName(text: "Example CA") == DistinguishedName([(.commonName, "Example CA")]))
        #expect(
            try DistinguishedName(text: "cn = Ünïcode , 2.5.4.10=x")
                == DistinguishedName([(.organizationName, "x"), (.commonName, "Ünïcode")]))
        #expect(
            try DistinguishedName(text: "CN=a+UID=b,O=c")
                == DistinguishedName([
                    RelativeDistinguishedName([AttributeValue(.organizationName, "c")]),
                    RelativeDistinguishedName([AttributeValue(.commonName, "a"), AttributeValue(.userID, "b")]),
                ]))
        // RFC 4514 §4's examples.
        #expect(
            try DistinguishedName(text: #"CN=James \"Jim\" Smith\, III,DC=example,DC=net"#).commonName
                == #"James "Jim" Smith, III"#)
        #expect(try DistinguishedName(text: #"CN=Before\0dAfter,DC=example,DC=net"#).commonName == "Before\rAfter")
        #expect(try DistinguishedName(text: #"CN=Lu\C4\8Di\C4\87"#).commonName == "Lučić")
        // What is written is read as the same.
        for text in [#"CN=a\\b\+c\;d,O=\ x\ "#, "CN=x,OU=y,L=z,ST=w,STREET=v,C=DE"] {
            let name = try DistinguishedName(text: text)
            #expect(try DistinguishedName(text: name.description) == name, "\(text)")
        }
    }

    @Test(
        "distinguished names that are none, or break RFC 5280's bounds",
        arguments: [
            "", "=", "CN=", "CN=a,", "CN=a,O", "XX=a", "CN=a+", "C=Germany", "C=de", "C=D1", "CN=a\\", "CN=a\\x",
            "CN=\\ff", "CN=#04020102", "CN=" + String(repeating: "x", count: 65), String(repeating: "x", count: 65),
            "O=" + String(repeating: "x", count: 65), "1.2.3=",
        ])
    func noSubjects(_ text: String) {
        #expect(throws: AuthorityError.self) { try DistinguishedName(text: text) }
    }
}
