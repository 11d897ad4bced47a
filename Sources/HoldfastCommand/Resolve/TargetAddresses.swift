import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastResolving
import HoldfastTransport
import HoldfastTrust

/// Why there is no address to connect to.
struct AddressFailure: Error, Sendable {
    let report: FailureReport

    init(_ error: HTTPSError) { report = FailureReport(error) }
}

/// All addresses of a target by the options, for what connects to each by itself.
struct TargetAddresses: Sendable {
    private let session: HTTPSSession

    init(_ dial: DialOptions, session: HTTPSSession) {
        self.session = session
    }

    /// At least one.
    func addresses(of target: Target) async throws(AddressFailure) -> [IPAddress] {
        do throws(HTTPSError) { return try await session.addresses(of: target.url) } catch {
            throw AddressFailure(error)
        }
    }
}
