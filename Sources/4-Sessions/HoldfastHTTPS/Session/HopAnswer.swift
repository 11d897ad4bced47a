import HoldfastHTTP
import HoldfastTransport

/// One message of a hop: a request with its cookies, and how its answer is wanted.
struct HopMessage {
    /// The request as the caller and the redirects have made it.
    let request: HTTPSRequest
    /// ``request`` with its cookies.
    let complete: HTTPSRequest
    let delivery: RequestPipeline.Delivery
    let answers: Authorizations
    let dialler: SessionDialler?
    let limit: TimeLimit
    let isMeasured: Bool
    let session: HTTPSSession

    /// The exchange that sends it.
    ///
    /// - Parameter fields: go out besides, in the place of those of their names.
    func exchange(adding fields: [HTTPField] = []) throws(TransportError) -> Exchange {
        var request = complete
        if !fields.isEmpty {
            request.fields.removeAll { field in fields.contains { $0.isNamed(field.name) } }
            request.fields += fields
        }
        return try Exchange(
            request, as: delivery, carrying: answers, by: dialler, within: limit, isMeasured: isMeasured, in: session)
    }
}

/// The answer to one hop: the response, and the source of its body where that is read later.
struct HopAnswer {
    let request: HTTPSRequest
    let response: HTTPSResponse
    var stream: (any AnswerStream)?
    /// The proxy's reply to the request for the tunnel; nil where an open one was used, or none.
    var proxyAnswer: ProxyAnswer?
    /// The part of the body that was read already, where it comes as a stream.
    var begun: [UInt8] = []

    /// The response with all of its body, also where that was long, and perhaps wanted by nobody, so that some of it is
    /// still to be read.
    func whole() async throws(HTTPSError) -> HTTPSResponse {
        guard let stream else { return response }
        var body = begun
        do throws(TransportError) {
            while let piece = try await stream.next() { body += piece }
        } catch {
            throw HTTPSError(error, redirects: response.redirects)
        }
        return response.with(body: body, trailers: stream.last?.trailers)
    }

    /// The response with as much of its body as it takes to see whether it is a login page.
    mutating func page(for login: any PageLogin) async throws(HTTPSError) -> HTTPSResponse {
        // What follows a switch of protocols is no page.
        guard let stream, request.upgrade?.isDone(by: response) != true,
            let limit = login.bytesToLookAt(of: response)
        else { return response }
        do throws(TransportError) {
            while begun.count <= limit, let piece = try await stream.next() { begun += piece }
        } catch {
            throw HTTPSError(error, redirects: response.redirects)
        }
        return response.with(body: begun)
    }
}
