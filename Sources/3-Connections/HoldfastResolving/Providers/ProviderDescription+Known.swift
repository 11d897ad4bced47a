extension ProviderDescription {
    /// Alibaba Cloud HTTPDNS without a signature: "Resolve a domain name" of its documentation.
    ///
    /// The account is the HTTPDNS account ID. It is only answered where signed access is not switched on.
    public static let alibabaHTTPDNS = alibaba(
        "alibaba-httpdns", "https://{server}/{account}/d?host={host}&query={kind}", signature: nil)

    /// Alibaba Cloud HTTPDNS with a signature: "Implement authenticated access" of its documentation.
    ///
    /// The account is the HTTPDNS account ID, the secret is its secret key. Signatures hold for ten minutes; the
    /// client's address is not signed.
    public static let alibabaHTTPDNSSigned = alibaba(
        "alibaba-httpdns-signed", "https://{server}/{account}/sign_d?host={host}&t={expiry}&s={signature}&query={kind}",
        signature: "{host}-{secret}-{expiry}")

    /// Tencent Cloud HTTPDNS over HTTPS: "Querying with HTTPS Request Methods" of its documentation.
    ///
    /// The secret is the HTTPS token, which stands for the account and is sent. A name that is not there, one without
    /// addresses and one that the account has not registered are the same empty answer. Its queries over HTTP,
    /// encrypted by DES or AES, are not made.
    public static let tencentHTTPDNS = ProviderDescription(
        name: "tencent-httpdns", url: known("https://{server}/d?dn={host}&token={secret}&ttl=1{kind}"),
        optional: [.clientAddress: known("&ip={clientAddress}")], kinds: [.ipv4: "", .ipv6: "&type=aaaa"],
        signature: nil,
        validity: 300, form: .text(TextForm(separator: ";", timeToLive: ",", end: "|", none: ["", "0"])),
        unauthorized: [], noSuchName: [])

    /// The descriptions that are built in.
    public static let all = [alibabaHTTPDNS, alibabaHTTPDNSSigned, tencentHTTPDNS]

    private static func alibaba(_ name: String, _ url: String, signature: String?) -> ProviderDescription {
        ProviderDescription(
            name: name, url: known(url), optional: [.clientAddress: known("&ip={clientAddress}")],
            kinds: [.ipv4: "4", .ipv6: "6"],
            signature: signature.map { Signature(algorithm: .md5, text: known($0)) }, validity: 600,
            form: .json(
                JSONForm(
                    addresses: [.ipv4: ["ips"], .ipv6: ["ipsv6"]], timeToLive: [.ipv4: ["ttl"], .ipv6: ["ttl"]],
                    host: ["host"], error: ["code"], success: ["success"])),
            unauthorized: [
                "InvalidAccount", "AccountNotExists", "InvalidSignature", "SignatureExpired", "InvalidDuration",
                "UnsignedInterfaceDisabled", "ServiceLevelDeny",
            ],
            noSuchName: [])
    }

    private static func known(_ text: String) -> ProviderTemplate { ProviderTemplate(known: text) }
}
