import HoldfastCredentials
import Testing

@testable import HoldfastWeb

@Suite("Text forms keep what is secret")
struct AuthenticationSecretTests {
    /// Every way in which a value becomes text without being asked for a property.
    private func texts(_ value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(describing: value), String(reflecting: value), dumped]
    }

    @Test("of credentials, responses, sessions and errors")
    func hidden() throws {
        let credential = PasswordCredential(user: "the-user", password: "the-password")
        var session = try DigestTest.session()
        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge()))
        let authorization = try session.get(credential)
        let response = try #require(try DigestTest.parameters(authorization)["response"])
        let basic = try BasicAuthentication.fieldValue(for: credential).dropFirst("Basic ".count)
        var errors: [any Error] = []
        for (user, password) in [("the-user:", "the-password"), ("the-user", "the-password\n"), ("the-user\0", "")] {
            let credential = PasswordCredential(user: user, password: password)
            do { _ = try BasicAuthentication.fieldValue(for: credential) } catch { errors.append(error) }
            do { _ = try session.get(credential) } catch { errors.append(error) }
        }
        for field in ["rspauth=\"\(response)1\"", "rspauth=\"\(response)"] {
            do {
                _ = try session.received(authenticationInfo: [field], for: authorization)
            } catch { errors.append(error) }
        }
        #expect(errors.count == 7)
        let values: [Any] = [credential, authorization, authorization.response, session] + errors.map { $0 as Any }
        for text in values.flatMap(texts) {
            for secret in ["the-user", "the-password", response, String(basic)] {
                #expect(!text.contains(secret), "\(text)")
            }
        }
        #expect(texts([credential: [authorization]]).allSatisfy { !$0.contains("the-password") })
    }
}
