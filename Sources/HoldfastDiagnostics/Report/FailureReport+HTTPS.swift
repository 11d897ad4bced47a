public import HoldfastHTTPS
import HoldfastTransport

extension FailureReport {
    /// What a session's error amounts to, with the exit code of its phase.
    ///
    /// For errors that are no verdict; where the server was refused, report its `trustFailure`.
    public init(_ error: HTTPSError) {
        self.init(
            phase: Phase(error.phase), code: error.code.rawValue, message: error.message,
            hint: error.hint.isEmpty ? nil : error.hint, exitCode: Self.exitCode(of: error),
            librarySays: error.librarySays)
    }

    private static func exitCode(of error: HTTPSError) -> Int32 {
        if error.isTimeout { return 7 }
        return switch error.phase {
        case .name, .connect: 3
        case .tls: error.certificateWasAccepted ? 5 : 4
        case .request, .transfer: 6
        case .internal: 1
        }
    }
}

extension FailureReport.Phase {
    init(_ phase: HTTPSError.Phase) {
        self =
            switch phase {
            case .name: .name
            case .connect: .connect
            case .tls: .tls
            case .request: .request
            case .transfer: .transfer
            case .internal: .internal
            }
    }
}
