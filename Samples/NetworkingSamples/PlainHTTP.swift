import HoldfastNetworking

/// What becomes of a request without TLS: its status, or what App Transport Security says of it (-1022).
///
/// The process's Info.plist decides: the one that `HOLDFAST_INFO_PLIST` names, or the main bundle's.
func statusOrCode(of url: URL, _ configuration: URLSessionConfiguration = .default) async -> Int {
    do {
        let (_, response) = try await URLSession(configuration: configuration).data(from: url)
        return (response as? HTTPURLResponse)?.statusCode ?? 0
    } catch {
        return (error as? URLError)?.code.rawValue ?? (error as NSError).code
    }
}
