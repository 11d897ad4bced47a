import HoldfastTrust
import Testing

@testable import HoldfastResolving

@Suite("Answers of providers")
struct ProviderAnswerTests {
    private func outcome(
        _ description: ProviderDescription, _ body: String, status: Int = 200, _ name: String = "www.aliyun.com",
        _ kind: AddressKind = .ipv4
    ) throws -> String {
        let query = ResolverQuery(try DNSName(name), kind)
        do throws(ProviderAnswerError) {
            let answer = try ProviderAnswer(status: status, Array(body.utf8), to: query, by: description)
            return answer.addresses.map { "\($0) " }.joined()
                + (answer.timeToLive.map { "\($0.components.seconds)" } ?? "-")
        } catch {
            switch error.reason {
            case .unauthorized(let word): return "unauthorized \(word)"
            case .status(let status): return "status \(status)"
            default: return ResolverError(error.reason, from: "test").code
            }
        }
    }

    @Test("Alibaba's, of the documented form")
    func alibaba() throws {
        let both = """
            {"ipsv6": ["2400:3200::1"], "host": "www.aliyun.com", "client_ip": "198.51.100.7",
             "ips": ["192.0.2.1", "192.0.2.2"], "ttl": 57, "origin_ttl": 60}
            """
        for description in [ProviderDescription.alibabaHTTPDNS, .alibabaHTTPDNSSigned] {
            #expect(try outcome(description, both) == "192.0.2.1 192.0.2.2 57")
            #expect(try outcome(description, both, "WWW.aliyun.com.", .ipv6) == "2400:3200::1 57")
            #expect(try outcome(description, both, "www.example.com") == "malformed")
            let four = #"{"host": "www.aliyun.com", "ips": ["192.0.2.1"], "ttl": 57}"#
            #expect(try outcome(description, four, "www.aliyun.com", .ipv6) == "57")
            #expect(try outcome(description, #"{"host": "www.aliyun.com", "ips": [], "ttl": 57}"#) == "57")
        }
        let errors = [
            (403, #"{"code": "InvalidSignature"}"#, "unauthorized InvalidSignature"),
            (403, #"{"code": "UnsignedInterfaceDisabled"}"#, "unauthorized UnsignedInterfaceDisabled"),
            (400, #"{"code": "MissingArgument"}"#, "status 400"), (500, "", "status 500"),
            (401, "", "unauthorized the HTTP status 401"),
            (200, #"{"code": "InvalidAccount"}"#, "unauthorized InvalidAccount"),
            (200, #"{"code": "Unheard of"}"#, "malformed"),
            (403, #"{"code": "\u001b[31mred\u0000"}"#, "unauthorized ?[31mred?"),
        ]
        for (status, body, expected) in errors {
            #expect(try outcome(.alibabaHTTPDNSSigned, body, status: status) == expected)
        }
    }

    @Test("Tencent's: the examples of its page")
    func tencent() throws {
        let name = "cloud.tencent.com"
        func outcome(_ body: String, _ kind: AddressKind = .ipv4, status: Int = 200) throws -> String {
            try self.outcome(.tencentHTTPDNS, body, status: status, name, kind)
        }
        #expect(try outcome("2.3.3.4;2.3.3.5;2.3.3.6") == "2.3.3.4 2.3.3.5 2.3.3.6 -")
        #expect(try outcome("2.3.3.4;2.3.3.5;2.3.3.6,120") == "2.3.3.4 2.3.3.5 2.3.3.6 120")
        #expect(try outcome("12.3.3.4;2.3.3.5;2.3.3.6,120|1.2.3.4\n") == "12.3.3.4 2.3.3.5 2.3.3.6 120")
        #expect(
            try outcome("2402:4e00:0123:4567:0::2345;2403:4e00:0123:4567:0::2346,120", .ipv6)
                == "2402:4e00:123:4567::2345 2403:4e00:123:4567::2346 120")
        for nothing in ["", "0", "0|1.2.3.4", "\r\n"] { #expect(try outcome(nothing) == "-") }
        #expect(try outcome("", status: 429) == "status 429")
        for body in [
            "2.3.3.4", "2.3.3.4;;2.3.3.5,120", "2.3.3.4,", "2.3.3.4,-1", "2.3.3.4,120,120", "2.3.3.4,99999999999",
            "2.3.3.04", "<html>", "2.3.3.4;2402::1", "é", ";", ",120",
        ] {
            #expect(try outcome(body, body == "2.3.3.4" ? .ipv6 : .ipv4) == "malformed", "\(body)")
        }
    }

    @Test("another provider's, by its document alone: names as members, an error beside a good status")
    func other() throws {
        let baidu = try ProviderDescription(json: Array(ProviderDescriptionTests.baidu.utf8))
        let body = """
            {"msg": "ok", "data": {"a.baidu.com": {"ipv4": {"ip": ["1.2.3.4", "3.4.5.6"], "ttl": 300}}},
             "clientip": "10.0.0.1", "timestamp": 1513602734}
            """
        #expect(try outcome(baidu, body, "a.baidu.com") == "1.2.3.4 3.4.5.6 300")
        #expect(try outcome(baidu, body, "b.baidu.com") == "malformed", "the name is nowhere in it")
        #expect(try outcome(baidu, #"{"msg": "SignMismatch"}"#, "a.baidu.com") == "unauthorized SignMismatch")
        #expect(try outcome(baidu, #"{"msg": "AnythingElse"}"#, "a.baidu.com") == "malformed")
    }

    @Test("one list for both kinds, elements by number, times as text")
    func mixed() throws {
        let document = """
            {"schema": "holdfast.provider/1", "name": "x", "url": "https://{server}/?{host}",
             "kinds": {"ipv4": "", "ipv6": ""},
             "answer": {"format": "json", "addresses": {"ipv4": "answers.0.ips", "ipv6": "answers.0.ips"},
                        "timeToLive": {"ipv4": "answers.0.ttl"}}}
            """
        let description = try ProviderDescription(json: Array(document.utf8))
        let body =
            #"{"answers": [{"ips": ["fec0::1", "192.0.2.1", "192.0.2.2"], "ttl": "52"}, {"ips": ["192.0.2.9"]}]}"#
        #expect(try outcome(description, body) == "192.0.2.1 192.0.2.2 52")
        #expect(try outcome(description, body, "www.aliyun.com", .ipv6) == "fec0::1 -")
        #expect(try outcome(description, #"{"answers": []}"#) == "malformed")
    }

    @Test(
        "answers that make no sense",
        arguments: [
            "", "null", "[]", "{}", #"{"host": "www.aliyun.com", "ips": "192.0.2.1"}"#,
            #"{"host": "www.aliyun.com", "ips": [1]}"#, #"{"host": "www.aliyun.com", "ips": ["127.1"]}"#,
            #"{"host": "www.aliyun.com", "ips": ["2001:db8::1"]}"#, #"{"host": 1, "ips": ["192.0.2.1"]}"#,
            #"{"host": "www.aliyun.com", "ips": ["192.0.2.1"], "ttl": -1}"#,
            #"{"host": "www.aliyun.com", "ips": ["192.0.2.1"], "ttl": 1.5}"#,
            #"{"host": "www.aliyun.com", "ips": ["192.0.2.1"], "ttl": 4294967296}"#,
            #"{"host": "www.aliyun.com", "ips": ["192.0.2.1"], "ttl": "1e3"}"#,
            #"{"host": "www.aliyun.com", "ips": ["192.0.2.1"]"#, #"{"host": "www.aliyun.com", "ips": ["192.0.2.1"]} x"#,
        ])
    func malformed(_ body: String) throws {
        #expect(try outcome(.alibabaHTTPDNS, body) == "malformed")
    }

    @Test("256 addresses are taken, one more is not")
    func many() throws {
        func body(_ count: Int) -> String {
            let list = (0..<count).map { "\"198.18.\($0 / 256).\($0 % 256)\"" }.joined(separator: ",")
            return "{\"host\": \"www.aliyun.com\", \"ips\": [\(list)]}"
        }
        #expect(try outcome(.alibabaHTTPDNS, body(256)).split(separator: " ").count == 257)
        #expect(try outcome(.alibabaHTTPDNS, body(257)) == "malformed")
    }

    @Test("each octet changed, left out, doubled, or the end: an answer or a typed refusal in bounded words")
    func mutations() throws {
        let query = ResolverQuery(try DNSName("www.aliyun.com"), .ipv4)
        for (description, text) in [
            (.alibabaHTTPDNS, #"{"host":"www.aliyun.com","ips":["192.0.2.1"],"ttl":57,"code":"success"}"#),
            (.tencentHTTPDNS, "2.3.3.4;2.3.3.5,120|1.2.3.4"),
        ] as [(ProviderDescription, String)] {
            let whole = Array(text.utf8)
            for index in whole.indices {
                var (other, flipped) = (whole, whole)
                other[index] = [0x22, 0x2c, 0x7d, 0x5d, 0x30, 0xc3, 0x0a, 0x5b][index % 8]
                flipped[index] ^= 1 << UInt8(index % 8)
                for body in [
                    other, flipped, Array(whole[..<index] + whole[(index + 1)...]),
                    Array(whole[...index] + whole[index...]), Array(whole[..<index]),
                ] {
                    do throws(ProviderAnswerError) {
                        _ = try ProviderAnswer(status: 200, body, to: query, by: description)
                    } catch {
                        #expect(ResolverError(error.reason, from: "x").description.utf8.count < 200)
                    }
                }
            }
        }
    }
}
