import HoldfastAuthority
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics

/// Secrets of Kubernetes as kubectl prints them.
@Suite struct KubernetesSecretTests {
    private let samples: Samples
    private let identity: Identity

    init() throws {
        samples = try Samples()
        identity = try samples.leaf()
    }

    private func base64(_ text: String) -> String { Base64.encode(Array(text.utf8)) }

    /// A secret as `kubectl get secret -o yaml` prints one of cert-manager's.
    private func yaml(certificate: String? = nil, key: String? = nil, indent: String = "") throws -> String {
        let lines = """
            apiVersion: v1
            data:
              ca.crt: \(base64(PEMBlock(label: "CERTIFICATE", contents: samples.root.certificate).encoded))
              tls.crt: \(certificate ?? base64(identity.chainPEM))
              tls.key: \(try key ?? base64(identity.key.pem))
            kind: Secret
            metadata:
              annotations:
                cert-manager.io/alt-names: www.example.com,example.com
                cert-manager.io/certificate-name: web
                cert-manager.io/common-name: ""
                cert-manager.io/ip-sans: 192.0.2.7
                cert-manager.io/issuer-group: cert-manager.io
                cert-manager.io/issuer-kind: ClusterIssuer
                cert-manager.io/issuer-name: letsencrypt
              creationTimestamp: "2026-01-02T03:04:05Z"
              name: web-tls
              namespace: shop
            type: kubernetes.io/tls
            """
        return lines.split(separator: "\n").map { indent + $0 }.joined(separator: "\n") + "\n"
    }

    private func inspect(_ text: String) throws -> [Inspection.Item] {
        var inspection = Inspection()
        inspection.add(try KubernetesSecret.all(in: Array(text.utf8)), from: "secrets")
        return inspection.items
    }

    @Test("a secret gives itself, its certificates and its key, and cert-manager's words")
    func read() throws {
        let text = try yaml()
        #expect(KubernetesSecret.isMeant(by: Array(text.utf8)))
        let secret = try #require(try KubernetesSecret.all(in: Array(text.utf8)).first)
        #expect(secret.place == "shop/web-tls" && secret.type == KubernetesSecret.tlsType)
        #expect(secret.created == "2026-01-02T03:04:05Z")
        #expect(secret.certificates.map { Array($0.bytes) } == identity.chain)
        let fields = try #require(secret.certManager)
        #expect(fields.certificateName == "web" && fields.issuer == "ClusterIssuer letsencrypt")
        #expect(fields.commonName == nil && fields.names == ["www.example.com", "example.com", "192.0.2.7"])
        let items = try inspect(text)
        #expect(
            items.map(\.source) == [
                "secrets", "secrets: shop/web-tls ca.crt", "secrets: shop/web-tls tls.crt",
                "secrets: shop/web-tls tls.crt", "secrets: shop/web-tls tls.key",
            ])
        guard case .object(let object) = items[0] else { throw Unexpected() }
        #expect(object.problem == nil)
        let shown = object.text()
        for words in [
            "secret shop/web-tls", "kubernetes.io/tls", "Certificate web, issued by ClusterIssuer letsencrypt",
            "www.example.com, example.com, 192.0.2.7", "the one of the first certificate",
        ] {
            #expect(shown.contains(words), "\(words) in \(shown)")
        }
        #expect(!shown.contains(try base64(identity.key.pem)))
    }

    private struct Unexpected: Error {}

    @Test("a list gives all of its secrets, and other kinds are left out")
    func list() throws {
        let others = "- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: x\n"
        let first = try "-" + yaml(indent: "  ").dropFirst()
        let text = "apiVersion: v1\nitems:\n\(first)\(others)\(first)kind: List\nmetadata:\n  resourceVersion: \"\"\n"
        #expect(try KubernetesSecret.all(in: Array(text.utf8)).map(\.place) == ["shop/web-tls", "shop/web-tls"])
        #expect(try KubernetesSecret.all(in: Array((yaml() + "---\n" + yaml()).utf8)).count == 2)
    }

    @Test("JSON says the same, and a list of the server's own has no kinds in it")
    func json() throws {
        let data = #""data":{"tls.crt":"\#(base64(identity.chainPEM))","tls.key":"\#(base64(try identity.key.pem))"}"#
        let item = #"{\#(data),"metadata":{"name":"a"},"type":"kubernetes.io/tls"}"#
        let list = #"{"kind":"SecretList","apiVersion":"v1","metadata":{},"items":[\#(item),\#(item)]}"#
        #expect(KubernetesSecret.isMeant(by: Array(list.utf8)))
        #expect(try KubernetesSecret.all(in: Array(list.utf8)).map(\.place) == ["a", "a"])
        let one = #"{"apiVersion":"v1","kind":"Secret",\#(item.dropFirst())"#
        #expect(
            try KubernetesSecret.all(in: Array(one.utf8)).first?.certificates.map { Array($0.bytes) } == identity.chain)
    }

    /// `kubectl create secret tls` refuses such a pair: "tls: private key does not match public key".
    @Test("a key of another certificate, an empty entry and one with something else are defects of the secret")
    func defects() throws {
        let other = try samples.leaf()
        for (text, words) in [
            (try yaml(key: base64(other.key.pem)), "is not the one of the first certificate"),
            (try yaml(key: "\"\""), "there is no private key in tls.key"),
            (try yaml(certificate: base64("x")), "there is no certificate in tls.crt"),
        ] {
            guard case .object(let object)? = try inspect(text).first else { throw Unexpected() }
            #expect(object.problem?.isDefect == true && object.text().contains(words), "\(object.text())")
        }
    }

    @Test("a secret that has neither certificate nor key is counted and not shown")
    func opaque() throws {
        let text = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: p\ntype: Opaque\ndata:\n  password: aHVudGVyMg==\n"
        var inspection = Inspection()
        #expect(inspection.add(try KubernetesSecret.all(in: Array(text.utf8)), from: "f") == 1)
        #expect(inspection.items.isEmpty)
    }

    @Test("what cannot be read is refused with its place")
    func refused() throws {
        for (text, words) in [
            ("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\n", "no secret of Kubernetes, but ConfigMap"),
            (
                "apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\ndata:\n  tls.crt: '?'\n",
                "6:12: data.\"tls.crt\": it is no Base64"
            ),
            ("apiVersion: v1\nkind: Secret\nmetadata: {}\n", "'metadata.name' is missing"),
            ("apiVersion: v1\nkind: Secret\ndata: &a\n", "3:7: an anchor ('&') stands here"),
            (#"{"apiVersion":"v1","kind":"Secret","#, "1:"),
        ] {
            #expect(KubernetesSecret.isMeant(by: Array(text.utf8)))
            let error = #expect(throws: KubernetesSecretError.self) { try KubernetesSecret.all(in: Array(text.utf8)) }
            #expect(error?.description.contains(words) == true, "\(error as Any)")
        }
        #expect(!KubernetesSecret.isMeant(by: Array(identity.chainPEM.utf8)))
        #expect(!KubernetesSecret.isMeant(by: Array(#"{"keys":[{"kty":"RSA"}]}"#.utf8)))
    }
}
