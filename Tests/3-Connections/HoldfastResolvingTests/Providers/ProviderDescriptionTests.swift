import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastResolving

@Suite("Descriptions of providers")
struct ProviderDescriptionTests {
    /// The built-in ones as somebody else would write them.
    static let documents: [(String, ProviderDescription)] = [
        (
            """
            {"schema": "holdfast.provider/1", "name": "alibaba-httpdns",
             "url": "https://{server}/{account}/d?host={host}&query={kind}",
             "optional": {"clientAddress": "&ip={clientAddress}"}, "kinds": {"ipv4": "4", "ipv6": "6"}, "validity": 600,
             "answer": {"format": "json", "addresses": {"ipv4": "ips", "ipv6": "ipsv6"},
                        "timeToLive": {"ipv4": "ttl", "ipv6": "ttl"}, "host": "host", "error": "code",
                        "success": ["success"]},
             "errors": {"unauthorized": ["InvalidAccount", "AccountNotExists", "InvalidSignature", "SignatureExpired",
                                         "InvalidDuration", "UnsignedInterfaceDisabled", "ServiceLevelDeny"]}}
            """, .alibabaHTTPDNS
        ),
        (
            """
            {"schema": "holdfast.provider/1", "name": "tencent-httpdns",
             "url": "https://{server}/d?dn={host}&token={secret}&ttl=1{kind}",
             "optional": {"clientAddress": "&ip={clientAddress}"}, "kinds": {"ipv4": "", "ipv6": "&type=aaaa"},
             "answer": {"format": "text", "separator": ";", "timeToLive": ",", "end": "|", "none": ["", "0"]}}
            """, .tencentHTTPDNS
        ),
    ]

    /// As "API接口说明" of Baidu's HTTPDNS has it: another provider, without code.
    static let baidu = """
        {"schema": "holdfast.provider/1", "name": "baidu-httpdns",
         "url": "https://{server}/v4/resolve?account_id={account}&dn={host}&t={expiry}&sign={signature}&type={kind}",
         "optional": {"clientAddress": "&ip={clientAddress}"}, "kinds": {"ipv4": "ipv4", "ipv6": "ipv6"},
         "signature": {"algorithm": "md5", "text": "{host}-{secret}-{expiry}"},
         "answer": {"format": "json", "addresses": {"ipv4": "data.{host}.ipv4.ip", "ipv6": "data.{host}.ipv6.ip"},
                    "timeToLive": {"ipv4": "data.{host}.ipv4.ttl", "ipv6": "data.{host}.ipv6.ttl"},
                    "error": "msg", "success": ["ok"]},
         "errors": {"unauthorized": ["SignMismatch"]}}
        """

    @Test("the built-in ones can be written as documents")
    func documents() throws {
        for (text, description) in Self.documents {
            #expect(try ProviderDescription(json: Array(text.utf8)) == description)
        }
        var signed = ProviderDescription.alibabaHTTPDNS
        signed.name = "alibaba-httpdns-signed"
        signed.url = try ProviderTemplate(
            "https://{server}/{account}/sign_d?host={host}&t={expiry}&s={signature}&query={kind}")
        signed.signature = .init(algorithm: .md5, text: try ProviderTemplate("{host}-{secret}-{expiry}"))
        #expect(signed == .alibabaHTTPDNSSigned)
        #expect(Set(ProviderDescription.all.map(\.name)).count == 3)
    }

    private func request(
        _ description: ProviderDescription, _ account: ProviderAccount, _ host: String, _ kind: AddressKind = .ipv4,
        at seconds: Int64, nonce: String = ""
    ) throws -> ProviderRequest {
        try ProviderRequest(
            description, server: "203.0.113.1:443", account: account, host: try DNSName(host),
            kind: try #require(description.kinds[kind]), at: Instant(secondsSince1970: seconds), nonce: nonce)
    }

    @Test("URLs are those of the providers' examples")
    func urls() throws {
        let account = ProviderAccount("100000", secret: "s")
        #expect(
            try request(.alibabaHTTPDNS, account, "www.aliyun.com", at: 0).url
                == "https://203.0.113.1:443/100000/d?host=www.aliyun.com&query=4")
        var near = account
        near.clientAddress = IPAddress("2001:db8::1")
        #expect(
            try request(.alibabaHTTPDNS, near, "www.aliyun.com", .ipv6, at: 0).url
                == "https://203.0.113.1:443/100000/d?host=www.aliyun.com&query=6&ip=2001%3Adb8%3A%3A1")
        let token = ProviderAccount(secret: "yyyy", clientAddress: IPAddress("1.2.3.4"))
        #expect(
            try request(.tencentHTTPDNS, token, "cloud.tencent.com", at: 0).url
                == "https://203.0.113.1:443/d?dn=cloud.tencent.com&token=yyyy&ttl=1&ip=1.2.3.4")
        #expect(
            try request(.tencentHTTPDNS, token, "cloud.tencent.com", .ipv6, at: 0).url
                == "https://203.0.113.1:443/d?dn=cloud.tencent.com&token=yyyy&ttl=1&type=aaaa&ip=1.2.3.4")
    }

    @Test("a signature: the example of Baidu's page, whose form Alibaba's has too")
    func signature() throws {
        let description = try ProviderDescription(json: Array(Self.baidu.utf8))
        // Signed for an end at 1513602734.
        let account = ProviderAccount("107080", secret: "1234567890")
        let request = try request(description, account, "www.baidu.com", at: 1_513_602_734 - 300)
        #expect(
            request.url
                == "https://203.0.113.1:443/v4/resolve?account_id=107080&dn=www.baidu.com&t=1513602734"
                + "&sign=9d4eac35c33b8fa1610476ff1532643d&type=ipv4")
        #expect(request.secrets.contains("1234567890") && request.secrets.contains("9d4eac35c33b8fa1610476ff1532643d"))
        let alibaba = try self.request(.alibabaHTTPDNSSigned, account, "www.baidu.com", at: 1_513_602_734 - 600)
        #expect(alibaba.url.contains("&t=1513602734&s=9d4eac35c33b8fa1610476ff1532643d&"))
    }

    @Test("the other digests: FIPS 180-4's example and RFC 4231 §4.3; a nonce and the time in a text")
    func digests() throws {
        func signed(_ algorithm: String, _ text: String, secret: String) throws -> String {
            let document = """
                {"schema": "holdfast.provider/1", "name": "x", "kinds": {"ipv4": "A"},
                 "url": "https://{server}/?{host}&{nonce}&{time}&{signature}",
                 "signature": {"algorithm": "\(algorithm)", "text": "\(text)"},
                 "answer": {"format": "text", "separator": ";"}}
                """
            let description = try ProviderDescription(json: Array(document.utf8))
            let account = ProviderAccount(secret: secret)
            let url = try request(description, account, "a.b", at: 12, nonce: "0123").url
            #expect(url.hasPrefix("https://203.0.113.1:443/?a.b&0123&12&"))
            return String(url.split(separator: "&").last ?? "")
        }
        #expect(
            try signed("sha256", "abc", secret: "")
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            try signed("hmac-sha256", "what do ya want for nothing?", secret: "Jefe")
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        // openssl dgst -sha256 over "a.b0123A12s".
        #expect(
            try signed("sha256", "{host}{nonce}{kind}{time}{secret}", secret: "s")
                == "deb0e70e3e24b6abb07a68d053a9464616e19258d43ed1865f31a120f1a54b67")
    }

    @Test(
        "documents that describe nothing are refused, with what is wrong",
        arguments: [
            ("\"schema\": \"holdfast.provider/1\"", "\"schema\": \"holdfast.provider/2\"", "schema"),
            ("https://{server}/d?", "http://{server}/d?", "url"),
            ("https://{server}/d?", "https://evil.test/d?", "url"),
            ("dn={host}", "dn={hots}", "brace"), ("dn={host}", "dn={host", "brace"), ("dn={host}", "dn=}", "brace"),
            ("dn={host}", "dn=x", "host"), ("dn={host}", "dn={host} ", "url"), ("dn={host}", "dn={host}#", "url"),
            ("dn={host}", "dn={host}&s={signature}", "signature"), ("dn={host}", "dn={host}&r={region}", "optional"),
            ("&ip={clientAddress}", "&ip={host}", "clientAddress"),
            ("\"ipv6\": \"&type=aaaa\"", "\"ipv5\": \"\"", "ipv5"),
            ("\"format\": \"text\"", "\"format\": \"xml\"", "format"), ("\"separator\": \";\",", "", "separator"),
            ("\"separator\": \";\"", "\"separator\": \"; \"", "one character"), ("[\"\", \"0\"]", "[0]", "none"),
            ("\"name\": \"tencent-httpdns\"", "\"name\": \"\"", "name"), ("\"answer\"", "\"answers\"", "answer"),
            ("\"kinds\": {", "\"validity\": 0, \"kinds\": {", "validity"),
            ("\"kinds\": {", "\"secret\": \"x\", \"kinds\": {", "secret"), ("{\"schema\"", "[{\"schema\"", "JSON"),
        ] as [(String, String, String)])
    func refused(_ old: String, _ new: String, _ word: String) throws {
        let whole = Self.documents[1].0
        #expect(whole.contains(old))
        let text = whole.replacing(old, with: new, maxReplacements: 1)
        let error = #expect(throws: ProviderDescriptionError.self) { try ProviderDescription(json: Array(text.utf8)) }
        #expect(error?.reason.contains(word) == true, "\(String(describing: error))")
    }

    @Test("too much, too deep, no text")
    func bounds() {
        for bytes in [
            [UInt8](repeating: 0x20, count: ProviderDescription.maximumBytes + 1),
            [UInt8](repeating: UInt8(ascii: "["), count: 60_000), [0xff], [],
            Array("{\"a\":".utf8) + [UInt8](repeating: UInt8(ascii: "["), count: 16),
        ] {
            #expect(throws: ProviderDescriptionError.self) { try ProviderDescription(json: bytes) }
        }
    }
}
