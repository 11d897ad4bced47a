import HoldfastCredentials
import Testing

@testable import HoldfastWeb

@Suite("Basic authentication is RFC 7617's")
struct BasicAuthenticationTests {
    @Test(
        "the RFC's examples",
        arguments: [
            // §2: the user-id "Aladdin" and the password "open sesame".
            ("Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
            // §2.1: 'The user's name is "test", and the password is the string "123" followed by the Unicode character
            // U+00A3 (POUND SIGN).'
            ("test", "123\u{a3}", "Basic dGVzdDoxMjPCow=="),
            // §2: "the user-id or password" may be empty, and a password may have a colon.
            ("", "", "Basic Og=="), ("a", ":b:", "Basic YTo6Yjo="),
        ])
    func examples(user: String, password: String, value: String) throws {
        #expect(try BasicAuthentication.fieldValue(for: .init(user: user, password: password)) == value)
    }

    /// §2: "a user-id containing a colon character is invalid"; "The user-id and password MUST NOT contain any control
    /// characters"; §2.1 asks for NFC.
    @Test(
        "what cannot be sent is refused",
        arguments: [
            ("a:b", "c", PasswordCredentialError.colonInUser), (":", "", .colonInUser),
            ("a\u{0}", "b", .controlCharacter(.user)), ("a", "b\r\nX: y", .controlCharacter(.password)),
            ("a", "\u{7f}", .controlCharacter(.password)), ("\t", "b", .controlCharacter(.user)),
            ("e\u{301}", "b", .notNormalized(.user)), ("a", "a\u{307}\u{323}", .notNormalized(.password)),
        ])
    func refused(user: String, password: String, error: PasswordCredentialError) {
        #expect(throws: error) {
            try BasicAuthentication.fieldValue(for: .init(user: user, password: password))
        }
    }

    /// §2.2: what is removed from an authenticated URL are the characters after the last slash of its path; what begins
    /// with the rest is in the same space. The first three and "/other/" are the RFC's own examples.
    @Test(
        "a credential is for its folder",
        arguments: [
            ("https://example.com/docs/", true), ("https://example.com/docs/test.doc", true),
            ("https://example.com/docs/?page=1", true), ("https://example.com/docs/a/b", true),
            ("https://example.com:443/docs/", true), ("https://example.com/other/", false),
            ("https://example.com/docs", false), ("https://example.com/docs2/", false),
            ("https://example.com/docs/../other", false), ("https://example.com:8443/docs/", false),
            ("https://www.example.com/docs/", false), ("https://example.net/docs/", false),
        ])
    func folder(url: String, isCovered: Bool) throws {
        let accepted = try HTTPSURL("https://example.com/docs/index.html?a=/b/c")
        #expect(BasicAuthentication.covers(try HTTPSURL(url), acceptedAt: accepted) == isCovered)
    }
}
