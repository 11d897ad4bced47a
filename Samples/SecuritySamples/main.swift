import Foundation
import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastSecurity
import HoldfastTestBed
import HoldfastX509

// Each sample once, on chains of a test authority that is made here: `make samples`, then
// `.build/debug/SecuritySamples`.

func certificate(_ der: [UInt8]) throws -> SecCertificate {
    guard let made = SecCertificateCreateWithData(nil, Data(der) as CFData) else { throw CocoaError(.coderReadCorrupt) }
    return made
}

func trust(_ chain: [SecCertificate], _ policy: SecPolicy) throws -> SecTrust {
    var made: SecTrust?
    guard SecTrustCreateWithCertificates(chain as CFArray, policy, &made) == errSecSuccess, let made else {
        throw CocoaError(.coderInvalidValue)
    }
    return made
}

func show(_ sample: String, _ result: Any) {
    print(sample.padding(toLength: 44, withPad: " ", startingAt: 0) + "\(result)")
}

let host = "www.holdfast.test"
let authority = try TestAuthority()
let server = try authority.server(host)
let chain = try server.chain.map(certificate)
let root = try certificate(authority.root.certificate)
let ssl = SecPolicyCreateSSL(true, host as CFString)

let bySystem = evaluateWithSystemAnchors(chain, host: host)
show("the system's anchors", bySystem.error.map { "\($0.code): \($0.localizedDescription)" } ?? "trusted")
show("a bundled anchor", evaluate(try trust(chain, ssl), anchoredBy: [root]))
show("a bundled anchor beside the system's", evaluate(try trust(chain, ssl), anchoredAlsoBy: [root]))

let selfSigned = evaluateSelfSigned(try certificate(authority.selfSignedServer(host).certificate), host: host)
show("self-signed, no anchor", selfSigned.withoutAnchor)
show("self-signed, itself the anchor", selfSigned.withAnchor)

let anchored = try trust(chain, ssl)
SecTrustSetAnchorCertificates(anchored, [root] as CFArray)
let both = evaluateByBothPolicies(anchored, host: "other.holdfast.test")
show("another name, BasicX509", both.basicX509)
show("another name, SSL", both.ssl)
show("server trust for its domain", evaluateServerTrust(anchored, forDomain: host))
show("server trust for another domain", evaluateServerTrust(anchored, forDomain: "other.holdfast.test"))
show("server trust without a domain", evaluateServerTrust(anchored, forDomain: nil))

for member in members(of: anchored) {
    show("in the chain: \(member.summary)", "\(member.certificate.count) bytes, key of \(member.publicKey?.count ?? 0)")
}
show("a pinned key", hasPinnedKey(anchored, among: [chain[0]]))

let wrong = try trust(chain, SecPolicyCreateSSL(true, "other.holdfast.test" as CFString))
SecTrustSetAnchorCertificates(wrong, [root] as CFArray)
if let decision = rememberDecision(about: wrong) {
    show("what the user overlooks", evaluate(wrong, overlooking: decision))
}

let file = try server.pkcs12(friendlyName: "me").encoded(Passphrase("secret"))
let client = clientIdentity(in: Data(file), passphrase: "secret")
show("a client's identity", client.map { "\($0.certificates.count) certificates" } ?? "none")

// The keychain of this run alone: a program that wants its items back names a store that lasts.
ProcessCredentialStores.use(ProcessCredentialStores(permanent: MemoryItemStore()))
show("a password that is added", store(password: "correct horse", of: "ann", for: host))
show("a password that is replaced", store(password: "battery staple", of: "ann", for: host))
show("a password that is found", storedCredentials(for: host)?.account ?? "none")
show("a password that is removed", removePasswords(for: host))
