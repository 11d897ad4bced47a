import HoldfastHTTP
import HoldfastResolving
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb

extension HTTPSSession {
    /// The request for the name in its field `Host`, led to the address in its URL, where the session is to read it so:
    /// a warning says so, the first time.
    ///
    /// - Throws: ``HTTPSError`` with the code `hostConflict` where URL and field name two servers.
    func named(_ request: HTTPSRequest, _ journal: TaskJournal) throws(HTTPSError) -> HTTPSRequest {
        let (named, warning) = try named(request)
        if let warning, hostFieldWarning.isFirst() { journal.warn(warning) }
        return named
    }

    /// The request for the name in its field `Host`, and the sentence that warns where that is not the URL's.
    func named(_ request: HTTPSRequest) throws(HTTPSError) -> (request: HTTPSRequest, warning: String?) {
        guard configuration.addresses.takesNameFromHostField else { return (request, nil) }
        let values = request.hostFields
        guard let value = values.first else { return (request, nil) }
        guard values.allSatisfy({ $0 == value }), let field = HostField(value) else {
            throw .hostConflict(.hostFieldIsNoHost(values: values.joined(separator: "', '")))
        }
        let url = request.url
        guard (field.port ?? url.port) == url.port else {
            throw .hostConflict(.hostFieldOtherPort(port: url.port, value: value))
        }
        switch (url.serverName, field.name) {
        case (let own, let other) where own == other: return (request, nil)
        case (.ip(let address), .dns(let name)):
            var named = request
            do throws(HTTPSURLError) {
                named.url = try url.at(name)
            } catch {
                throw .hostConflict(.hostFieldUnusable(value: value, reason: error.statement))
            }
            named.fields.removeAll { $0.isNamed("Host") }
            named.hostField = nil
            named.dial.insert(DialRule(.dns(name), port: url.port, to: [DialRule.Target(address)]), at: 0)
            return (
                named,
                "the server is taken from the field Host (\(name)) and dialled at the URL's address (\(address)): "
                    + "say so by a dial rule, and leave the name in the URL"
            )
        default:
            throw .hostConflict(.hostFieldOtherServer(name: "\(url.serverName)", value: value))
        }
    }
}

extension HTTPSError {
    fileprivate static func hostConflict(_ sentence: SessionSentence) -> HTTPSError {
        HTTPSError(
            .request, .hostConflict, sentence, advice: SessionAdvice.leaveHostOut)
    }
}
