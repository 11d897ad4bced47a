public import HoldfastAuthority

/// A server of the test bed that could not be started.
public enum TestBedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The catalogue has no entry of that name.
    case unknownServer(String)
    /// A certificate could not be made.
    case authority(AuthorityError)
    /// The server could not be set up, with what libssl or the operating system said.
    case server(String)
    /// A file could not be written, with its path and what the operating system said.
    case file(path: String, reason: String)

    public var description: String {
        switch self {
        case .unknownServer(let name): "the catalogue has no server \"\(name)\""
        case .authority(let error): error.description
        case .server(let reason): reason
        case .file(let path, let reason): "\(path): \(reason)"
        }
    }
}
