/// A program that has a list of its own, or takes one by a variable: the way to have it trust an authority too.
public struct ProgramTrust: Hashable, Sendable {
    /// The program, as `Node`.
    public let program: String
    /// The variable of the environment.
    public let variable: String
    /// The file that it is given.
    public let file: String
    /// Whether the file takes the place of the program's own list, rather than to stand beside it.
    public let replaces: Bool
    /// An option that does the same for one run; nil where there is none.
    public let option: String?

    /// The line of a shell that sets the variable.
    public var export: String { "export \(variable)=\(ShellWord.quoted(file))" }

    /// The ways of the programs that people ask about.
    ///
    /// - Parameters:
    ///   - certificate: the file with the authority's certificate (PEM), by its whole path.
    ///   - bundle: the system's bundle, where the authority is in it; nil where it is not: a variable that replaces the
    ///     list then leaves the authority alone to be trusted.
    public static func all(certificate: String, bundle: String?) -> [ProgramTrust] {
        let list = bundle ?? certificate
        return [
            // nodejs.org, Command-line API: "the well known "root" CAs … will be extended".
            ProgramTrust(
                program: "Node", variable: "NODE_EXTRA_CA_CERTS", file: certificate, replaces: false, option: nil),
            // docs.python.org, ssl.get_default_verify_paths: OpenSSL's variable.
            ProgramTrust(
                program: "Python (ssl), Go, OpenSSL", variable: "SSL_CERT_FILE", file: list, replaces: true, option: nil
            ),
            // Requests, "SSL Cert Verification".
            ProgramTrust(
                program: "Python (requests)", variable: "REQUESTS_CA_BUNDLE", file: list, replaces: true, option: nil),
            // curl(1), "ENVIRONMENT" and --cacert.
            ProgramTrust(
                program: "curl", variable: "CURL_CA_BUNDLE", file: list, replaces: true,
                option: "curl --cacert \(ShellWord.quoted(list))"),
            // git-config(1), http.sslCAInfo.
            ProgramTrust(
                program: "git", variable: "GIT_SSL_CAINFO", file: list, replaces: true,
                option: "git -c \(ShellWord.quoted("http.sslCAInfo=\(list)"))"),
        ]
    }
}
