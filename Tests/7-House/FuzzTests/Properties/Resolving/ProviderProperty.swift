import HoldfastTrust
import HoldfastX509

@testable import HoldfastHTTPS
@testable import HoldfastWeb
@testable import HoldfastResolving

/// A description is one, or is refused in words; what asks by it is an https URL of the provider's server alone. An
/// answer has addresses of the kind that was asked for.
func checkProviderJSON(_ bytes: [UInt8]) throws(Violation) {
    let name = try prepared { try DNSName("www.example.com") }
    var description: ProviderDescription?
    do throws(ProviderDescriptionError) {
        description = try ProviderDescription(json: bytes)
    } catch {
        try expect((1..<70_000).contains(error.reason.utf8.count), "a refusal without words")
    }
    if let description {
        try checkRequests(of: description, for: name)
        try checkAnswers(bytes, by: description, for: name)
    }
    for description in ProviderDescription.all { try checkAnswers(bytes, by: description, for: name) }
}

private func checkRequests(of description: ProviderDescription, for name: DNSName) throws(Violation) {
    let account = ProviderAccount("1/2", secret: "s&#\u{e9}", region: "r?", clientAddress: IPAddress("2001:db8::1"))
    for (_, kind) in description.kinds {
        let url: HTTPSURL
        do {
            let request = try ProviderRequest(
                description, server: "192.0.2.1:443", account: account, host: name, kind: kind,
                at: Instant(secondsSince1970: 1), nonce: "00")
            url = try HTTPSURL(request.url)
        } catch {
            // Typed; a description's text may be no URL all the same.
            continue
        }
        try expect(url.host == "192.0.2.1" && url.port == 443 && !url.hasCredential, "another server is asked")
    }
}

private func checkAnswers(
    _ bytes: [UInt8], by description: ProviderDescription, for name: DNSName
) throws(Violation) {
    for kind in AddressKind.allCases {
        let addresses: [IPAddress]
        do throws(ProviderAnswerError) {
            addresses = try ProviderAnswer(status: 200, bytes, to: ResolverQuery(name, kind), by: description).addresses
        } catch {
            let words = ResolverError(error.reason, from: "x").description
            try expect((1..<200).contains(words.utf8.count), "a refusal without words, or with too many")
            continue
        }
        try expect(addresses.allSatisfy { AddressKind(of: $0) == kind }, "an address of another kind")
    }
}
