import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb

extension LessonNetwork {
    /// The verdict of a session about a live server: whether it sends a request there, and if not why.
    ///
    /// - Parameters:
    ///   - session: judges by its own policy.
    ///   - url: the server; a request for its target is sent where it is accepted.
    ///   - target: what the verdict is called, since a port is another one each time.
    func verdict(of session: HTTPSSession, at url: HTTPSURL, as target: String? = nil) async -> VerdictReport {
        let result: Result<ConnectionRecord, HTTPSError>
        do throws(HTTPSError) {
            result = .success(try await session.data(for: HTTPSRequest(url)).connection)
        } catch {
            result = .failure(error)
        }
        return VerdictReport(
            result, target: target ?? url.host, policy: session.configuration.trust.policy(url.serverName),
            at: materials.at)
    }

    /// The outcome of a request: the status of its answer, or the code of the error.
    func outcome(of session: HTTPSSession, for request: HTTPSRequest) async -> LessonOutcome {
        do throws(HTTPSError) {
            return .named("\(try await session.data(for: request).status)")
        } catch {
            guard error.code == .certificateRefused, let failure = error.trustFailure else {
                return .named(error.code.rawValue)
            }
            return .refused(Set(failure.errors.map(\.code.rawValue)))
        }
    }
}
