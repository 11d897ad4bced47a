import Foundation
import FoundationNetworking
import HoldfastHTTPS

extension TaskRun {
    /// The head of the response, by whatever way the request's scheme and the session's settings lead.
    func load() async throws -> LoadedResponse {
        let request = request
        if let type = protocolClass(for: request) { return try await loadByProtocol(type) }
        guard let url = request.url, let scheme = url.scheme?.lowercased() else {
            throw URLError(.unsupportedURL, "the request has no absolute URL", for: request.url)
        }
        switch scheme {
        case "https", "http": return try await loadFromCacheOrServer(request)
        case "data": return try LoadedResponse(dataURL: url, request)
        case "file": return try LoadedResponse(fileURL: url, request)
        default: throw URLError(.unsupportedURL, "there is no way to load \(scheme) URLs", for: url)
        }
    }
}
