import HoldfastHTTPS
import HoldfastResolving
import HoldfastTrust
import Testing

@Suite("Resolvers of providers")
struct ProviderResolverTests {
    @Test("an account that lacks what is asked for, or has what there is no place for, is refused")
    func accounts() throws {
        let server = try ServerName("httpdns.example")
        for (description, account) in [
            (.alibabaHTTPDNS, ProviderAccount()), (.alibabaHTTPDNSSigned, ProviderAccount("1")),
            (.tencentHTTPDNS, ProviderAccount("1")), (.tencentHTTPDNS, ProviderAccount(secret: "s", region: "sg")),
        ] as [(ProviderDescription, ProviderAccount)] {
            let error = #expect(throws: ResolverError.self) {
                try ProviderResolver(description, server: server, account: account)
            }
            #expect(error?.code == "unusable")
        }
        let resolver = try ProviderResolver(.alibabaHTTPDNS, server: server, account: ProviderAccount("1"))
        #expect(resolver.name == "alibaba-httpdns")
        #expect("\(ProviderAccount("1", secret: "abc"))" == "account 1 (secret hidden)")
    }
}
