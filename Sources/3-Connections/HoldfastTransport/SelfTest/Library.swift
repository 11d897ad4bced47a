import CCurl
import CCurlShims
import COpenSSL
import HoldfastCrypto

/// The libraries as they are at run time: what connections need of them, looked at once a process.
enum Library {
    private static let problem: TransportError? = look()

    /// Checks that connections can be judged with these libraries.
    ///
    /// - Throws: ``TransportError`` where connections cannot be judged with these libraries.
    static func ready() throws(TransportError) {
        if let problem { throw problem }
    }

    /// Whether libcrypto can switch stacks here.
    static let canPause = LibraryStart.isDone && ASYNC_is_capable() == 1

    /// Whether libcurl was built with NTLM.
    static var knowsNTLM: Bool {
        guard let information = unsafe shim_curl_version_info() else { return false }
        return unsafe information.pointee.features & CURL_VERSION_NTLM != 0
    }

    /// "libcurl/7.88.1 OpenSSL/3.0.19".
    static var versions: String { "libcurl/\(curlVersion.library) \(curlVersion.tls)" }

    private static var curlVersion: (library: String, tls: String) {
        guard let information = unsafe shim_curl_version_info() else { return ("?", "?") }
        return unsafe (
            information.pointee.version.map { unsafe String(cString: $0) } ?? "?",
            information.pointee.ssl_version.map { unsafe String(cString: $0) } ?? "?"
        )
    }

    private static func look() -> TransportError? {
        guard LibraryStart.isDone else { return unusable(.noLibcrypto) }
        // Before anything else of libcurl, which chooses its TLS library at the first use.
        let choice = curl_global_sslset(CURLSSLBACKEND_OPENSSL, nil, nil)
        guard choice == CURLSSLSET_OK else {
            return unusable(.notOpenSSL(libraries: versions))
        }
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else {
            return unusable(.noLibcurl)
        }
        // Another copy of OpenSSL inside libcurl would be given pointers of ours.
        guard let ours = unsafe OpenSSL_version(OPENSSL_VERSION_STRING),
            unsafe curlVersion.tls.split(separator: " ").contains("OpenSSL/" + String(cString: ours))
        else {
            return unusable(.otherOpenSSL(libraries: versions))
        }
        return nil
    }

    private static func unusable(_ sentence: MachineSentence) -> TransportError {
        TransportError(.internal, .unusableLibrary, sentence, advice: MachineAdvice.installBoth)
    }
}
