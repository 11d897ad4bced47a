import HoldfastX509

/// Requests that tools wrote, for keys that are gone.
enum RecordedRequest {
    /// OpenSSL 3.0: `req -new` with names, `CA:TRUE` and `keyCertSign`.
    static let openSSL = der(
        """
        MIIBXzCCAQUCAQAwPjELMAkGA1UEBhMCREUxEDAOBgNVBAoMB0V4YW1wbGUxHTAbBgNVBAMMFHJlcXVlc3QuZXhhbXBsZS50ZXN0\
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEBCsRgqFCccl7hZRfZjRpckM73pv+U59QSXtNUwtRVDxu5WgCRkZe2rxlNAV+N4S/\
        Hb4DluO7VSn2OJKxzxXnlKBlMGMGCSqGSIb3DQEJDjFWMFQwNwYDVR0RBDAwLoIUcmVxdWVzdC5leGFtcGxlLnRlc3SHBMAAAgeB\
        EHdob0BleGFtcGxlLnRlc3QwDAYDVR0TBAUwAwEB/zALBgNVHQ8EBAMCAgQwCgYIKoZIzj0EAwIDSAAwRQIgQD89uSjr7Ms5mH87\
        NgT85qRsltP2Zc1iyfio+GN/DCcCIQD9tD9jsKa3yGjWSaV3LK0/lzVpKbJMpB7i64F/W9BVrg==
        """)
    /// keytool of Java 17: `-certreq` with a name and `ca:true,pathlen:1`.
    static let keytool = der(
        """
        MIIBSDCB8AIBADAsMQswCQYDVQQGEwJERTEdMBsGA1UEAxMUa2V5dG9vbC5leGFtcGxlLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO\
        PQMBBwNCAARf4I+7rN3qZ96rFcTEhRNawaH5m7dZZFwuKNEqVHPKE+S9YJ/9mhkrVcDox6+Q09bNxdAxMhECTSS8c3C/pJtnoGIw\
        YAYJKoZIhvcNAQkOMVMwUTAdBgNVHQ4EFgQUH708ibqSNioJwd7p0bPcts3EYxUwHwYDVR0RBBgwFoIUa2V5dG9vbC5leGFtcGxl\
        LnRlc3QwDwYDVR0TBAgwBgEB/wIBATAKBggqhkjOPQQDAgNHADBEAiBs/hck27izmz9P/LlHHhA9N6LxBygzPjTz8/maBbJsMQIg\
        c9VenbLl7GRXnqUn9v3VsD7DGGc2dHyhQy/F4CNvc6I=
        """)
    /// certtool of GnuTLS 3.7: names, usages, the challenge password "x".
    static let certtool = der(
        """
        MIIBXjCCAQQCAQAwIDEeMBwGA1UEAxMVY2VydHRvb2wuZXhhbXBsZS50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEfjQ9\
        Oswyv0y+wCU2sNy9eC75J7WQZ5hF2vt75vCRNAEHNkABsYWJMGQ6mNy3IiArOoGfna06NXmK9NSaGTh3fKCBgTAQBgkqhkiG9w0B\
        CQcxAxMBeDBtBgkqhkiG9w0BCQ4xYDBeMCYGA1UdEQQfMB2CFWNlcnR0b29sLmV4YW1wbGUudGVzdIcEwAACCTAMBgNVHRMBAf8E\
        AjAAMA4GA1UdDwEB/wQEAwIHgDAWBgNVHSUBAf8EDDAKBggrBgEFBQcDATAKBggqhkjOPQQDAgNIADBFAiEA4tUqusv72t/KxZpG\
        +9r0cR/2syEFczCyjat59LFmB50CIHt/gF9fEoF/DNH53OsTUIFk3xOVhIhH3jeqw+XrNGS0
        """)

    static let all = [openSSL, keytool, certtool]

    private static func der(_ base64: String) -> [UInt8] { Base64.decode(base64) ?? [] }
}
