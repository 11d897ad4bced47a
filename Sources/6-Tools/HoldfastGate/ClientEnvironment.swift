import HoldfastCrypto
import HoldfastTransport
import HoldfastTrust
public import HoldfastX509

/// The files and variables by which one program, and those that it starts, go through a gate: what curl, Python, Go,
/// Java and Node read.
///
/// They hold for that program alone. Nothing is installed, and nothing of it outlasts the run.
public struct ClientEnvironment: Sendable {
    /// A file that a program reads.
    public struct File: Hashable, Sendable {
        public let name: String
        public let bytes: [UInt8]
    }

    /// The files, by names in one folder.
    public let files: [File]
    /// The variables to be set.
    public let variables: [String: String]
    /// The variables to be taken away, which would lead around the gate.
    public static let removed = ["NO_PROXY", "no_proxy", "HTTP_PROXY_REQUEST_FULLURI"]

    private static let bundleName = "ca.pem"
    private static let javaName = "ca.jks"
    private static let nodeName = "node.cjs"

    /// Makes them for a gate.
    ///
    /// - Parameters:
    ///   - folder: the folder that the files are to be written to, for its owner alone.
    ///   - systemAnchors: the system's anchors, for clients of a gate that hands some connections through; none where
    ///     every server is judged by the gate.
    ///   - javaOptions: the options that Java was to be given already (`JAVA_TOOL_OPTIONS`).
    ///   - nodeOptions: the options that Node was to be given already (`NODE_OPTIONS`).
    public init(
        of gate: Gate, in folder: String, systemAnchors: [Certificate], javaOptions: String?, nodeOptions: String?
    ) {
        let authority = gate.authorityCertificate
        let others = systemAnchors.map { Array($0.bytes) }
        let bundle = ([authority] + others).map { PEMBlock(label: "CERTIFICATE", contents: $0).encoded }.joined()
        let store = JavaKeyStore.bytes(of: [authority] + others)
        files = [
            File(name: Self.bundleName, bytes: Array(bundle.utf8)), File(name: Self.javaName, bytes: store),
            File(name: Self.nodeName, bytes: Array(Self.nodeWarning.utf8)),
        ]
        let path = "\(folder)/\(Self.bundleName)"
        var variables: [String: String] = [:]
        for name in ["HTTPS_PROXY", "https_proxy", "http_proxy", "ALL_PROXY", "all_proxy"] {
            variables[name] = gate.proxyURL
        }
        // OpenSSL and Go; curl; Python's requests; Node, beside its own; Git; the AWS tools.
        for name in [
            "SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "GIT_SSL_CAINFO",
            "AWS_CA_BUNDLE",
        ] { variables[name] = path }
        // From Node 24 on (and 22.21) the variables of the proxy are read; earlier ones are told that they are not.
        variables["NODE_USE_ENV_PROXY"] = "1"
        variables["NODE_OPTIONS"] =
            ([nodeOptions].compactMap(\.self) + ["--require \"\(folder)/\(Self.nodeName)\""]).joined(separator: " ")
        // Java sends no password for CONNECT over Basic: it comes in as the same user's program.
        let (host, port) = ("\(gate.endpoint.address)", "\(gate.endpoint.port)")
        let java = [
            "-Dhttps.proxyHost=\(host)", "-Dhttps.proxyPort=\(port)", "-Dhttp.proxyHost=\(host)",
            "-Dhttp.proxyPort=\(port)", "-Dhttp.nonProxyHosts=",
            "-Djavax.net.ssl.trustStore=\(folder)/\(Self.javaName)",
            "-Djavax.net.ssl.trustStoreType=JKS", "-Djavax.net.ssl.trustStorePassword=\(JavaKeyStore.password)",
        ]
        variables["JAVA_TOOL_OPTIONS"] = ([javaOptions].compactMap(\.self) + java).joined(separator: " ")
        self.variables = variables
    }

    /// A module that every Node loads first, and that says in those which read no proxy from variables that requests
    /// of their own go around the gate (https://nodejs.org/api/cli.html, `NODE_USE_ENV_PROXY`: "v24.0.0, v22.21.0").
    private static let nodeWarning = """
        const [major, minor] = process.versions.node.split('.').map(Number);
        if ((major < 22 || (major === 22 && minor < 21) || major === 23) && require('worker_threads').isMainThread) {
          process.stderr.write(
            `holdfast gate: Node ${process.versions.node} reads no proxy from variables: its own requests go ` +
            'around the gate. Use Node 24, or a proxy agent.\\n');
        }

        """
}

/// A store of trusted certificates in the form that every Java reads (JKS).
enum JavaKeyStore {
    /// The password, which protects nothing: it is Java's custom for stores without secrets.
    static let password = "changeit"

    /// The store's bytes: a magic number, version 2, the entries, and a check sum over it with the password in front.
    static func bytes(of certificates: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = [0xFE, 0xED, 0xFE, 0xED] + number(2, octets: 4) + number(certificates.count, octets: 4)
        for (index, certificate) in certificates.enumerated() {
            let alias = Array("holdfast-\(index)".utf8)
            bytes += number(2, octets: 4) + number(alias.count, octets: 2) + alias + number(0, octets: 8)
            bytes += number(5, octets: 2) + Array("X.509".utf8) + number(certificate.count, octets: 4) + certificate
        }
        let salt = password.utf16.flatMap { number(Int($0), octets: 2) } + Array("Mighty Aphrodite".utf8)
        return bytes + Digest.sha1((salt + bytes)[...])
    }

    private static func number(_ value: Int, octets: Int) -> [UInt8] {
        stride(from: (octets - 1) * 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
