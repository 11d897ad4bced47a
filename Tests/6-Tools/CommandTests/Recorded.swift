/// A chain recorded with OpenSSL, valid from November 2026 for some twenty years: root, intermediate, and a leaf for
/// `www.example.com`, `xn--bcher-kva.example` and `192.0.2.7`.
enum Recorded {
    static let root = """
        -----BEGIN CERTIFICATE-----
        MIIBlTCCATugAwIBAgIUHXvqzX4+ySqTzBE8zYC6f/JlXuswCgYIKoZIzj0EAwIw
        GDEWMBQGA1UEAwwNUmVjb3JkZWQgUm9vdDAeFw0yNjExMjEwOTAxNTdaFw00NjEx
        MTYwOTAxNTdaMBgxFjAUBgNVBAMMDVJlY29yZGVkIFJvb3QwWTATBgcqhkjOPQIB
        BggqhkjOPQMBBwNCAATKTJvlFfiICQ8ZTGznK1NU/IH+oucty5HOqURDUkvcn/tw
        vJz4oUfV54McixJT0WV8ExQvtz0MBUZPQiQeafydo2MwYTAdBgNVHQ4EFgQUq3ed
        gYsDnK1BP4R8AhVq6i2u8EEwHwYDVR0jBBgwFoAUq3edgYsDnK1BP4R8AhVq6i2u
        8EEwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAQYwCgYIKoZIzj0EAwID
        SAAwRQIgNa52KQa4lkJLSDT11xUdkjcjw9eHWMIoR9/afjypjCgCIQCzVhf0leEX
        e+nZUPiMT4T8Y1uk5cCH1oXWFc+ttkRQhg==
        -----END CERTIFICATE-----

        """

    static let intermediate = """
        -----BEGIN CERTIFICATE-----
        MIIBoTCCAUagAwIBAgIUXTG1usRiiLz26EXN9xoktWRUwJUwCgYIKoZIzj0EAwIw
        GDEWMBQGA1UEAwwNUmVjb3JkZWQgUm9vdDAeFw0yNjExMjEwOTAxNTdaFw00NjEx
        MTYwOTAxNTdaMCAxHjAcBgNVBAMMFVJlY29yZGVkIEludGVybWVkaWF0ZTBZMBMG
        ByqGSM49AgEGCCqGSM49AwEHA0IABLJK/rW7qIoiwdf9wiTrDwc1FOKKr2yX//z3
        qS4TXFS17TV7WkJLi0Ol8LFt3UvIU+htvC+l8NpYIc5tU4AihlSjZjBkMBIGA1Ud
        EwEB/wQIMAYBAf8CAQAwDgYDVR0PAQH/BAQDAgIEMB0GA1UdDgQWBBRmXOXmp39W
        ogRud/1xsBs1ncWvtDAfBgNVHSMEGDAWgBSrd52BiwOcrUE/hHwCFWrqLa7wQTAK
        BggqhkjOPQQDAgNJADBGAiEAnkTXkMAa6hTGhnhbUGD/Qw5TJrfAa8Fvo1XrZipX
        ouQCIQDU7eOKQ+NL33NiBLcQ8TsMsMFO4aDTquXum0XnI5NaXg==
        -----END CERTIFICATE-----

        """

    static let leaf = """
        -----BEGIN CERTIFICATE-----
        MIIB7DCCAZKgAwIBAgIUKj3qtkAhG/cMWHeX/mmgYz25pzAwCgYIKoZIzj0EAwIw
        IDEeMBwGA1UEAwwVUmVjb3JkZWQgSW50ZXJtZWRpYXRlMB4XDTI2MTEyMTA5MDE1
        N1oXDTQ2MDgwODA5MDE1N1owGjEYMBYGA1UEAwwPd3d3LmV4YW1wbGUuY29tMFkw
        EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAECQNuzXvnSHkVhQjIPMBR3lpMmW1C/Q14
        MWYLL2eis4FZ75ByLNLNr6goW2RjBJvt2LdJMG6IkQDiKT3UMBUo4aOBrzCBrDAM
        BgNVHRMBAf8EAjAAMA4GA1UdDwEB/wQEAwIHgDATBgNVHSUEDDAKBggrBgEFBQcD
        ATA3BgNVHREEMDAugg93d3cuZXhhbXBsZS5jb22CFXhuLS1iY2hlci1rdmEuZXhh
        bXBsZYcEwAACBzAfBgNVHSMEGDAWgBRmXOXmp39WogRud/1xsBs1ncWvtDAdBgNV
        HQ4EFgQU2+2XTOq4tWBF7uRz7cTJdzY7fCAwCgYIKoZIzj0EAwIDSAAwRQIgf/Eo
        yDvmDixiZEVGWaA6jGWngqSgdDIPYpsFa6UvnP0CIQCx910eG4BSHKlYTH9f3nTB
        nTZy4bommsS94WmS2N2eYA==
        -----END CERTIFICATE-----

        """

    /// A self-signed certificate that has nothing to do with the others.
    static let other = """
        -----BEGIN CERTIFICATE-----
        MIIBaDCCARqgAwIBAgIUcOx+BmTdrAhqGwnV5PgHC6QXDL8wBQYDK2VwMBsxGTAX
        BgNVBAMMEHJlY29yZGVkLmV4YW1wbGUwHhcNMjYxMTIxMDg1ODU5WhcNMjYxMjIx
        MDg1ODU5WjAbMRkwFwYDVQQDDBByZWNvcmRlZC5leGFtcGxlMCowBQYDK2VwAyEA
        c7h+Q8g//pQAHX3W3pfm6FhYFsyJZOMOVNxqXWvOiMejcDBuMB0GA1UdDgQWBBSS
        qzomadR2tRsUuzRRQ1Fd1ncC5jAfBgNVHSMEGDAWgBSSqzomadR2tRsUuzRRQ1Fd
        1ncC5jAPBgNVHRMBAf8EBTADAQH/MBsGA1UdEQQUMBKCEHJlY29yZGVkLmV4YW1w
        bGUwBQYDK2VwA0EAq8xey7x2YO7GfwfD20KuVm+MD2710U34TYlSWh0m35sjqmIf
        CE9kB34GCILtbQeqjb6SGmx8afqe2mX5tWRQAw==
        -----END CERTIFICATE-----

        """
}
