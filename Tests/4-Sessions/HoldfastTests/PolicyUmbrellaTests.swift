import Holdfast
import TestSupport
import Testing

/// The room of policies comes with `import Holdfast` alone.
@Suite("The umbrella over exceptions")
struct PolicyUmbrellaTests {
    @Test("an exception is stated, kept in a file and put into a policy")
    func exceptions() throws {
        let folder = try TemporaryFolder()
        let store = TrustExceptionStore(path: folder.path("exceptions.json"))
        let host = try ServerName("printer.example")
        let exception = try TrustException(
            certificate: Array(repeating: 1, count: 32), host: host, codes: [.selfSignedNotAnchor], createdAt: .now,
            until: .now.advanced(byDays: 30))
        try store.add(exception, at: .now)
        var policy = TrustPolicy.ssl(host)
        #expect(policy.exceptions.current().exceptions == [])
        policy.exceptions = store.exceptions()
        #expect(policy.exceptions.current().exceptions == [exception])
        policy.dangerousAcceptAny = try DangerousAcceptAny(.loopback, from: .now, until: .now.advanced(byDays: 1))
    }
}
