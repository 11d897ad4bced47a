import HoldfastDelayLine
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastX509

/// The detour of `trace --rtt`: a delay line that leads to a server of this machine.
struct TraceDetour {
    /// The address to dial, at the server's own port.
    let address: IPAddress
    private let port: DelayedPort

    /// Opens the line; nil where none is asked for.
    ///
    /// - Throws: where the server has no address of this machine's, and where there can be no line.
    init?(of roundTrip: Duration?, to target: Target, by server: LiveServer) async throws(CommandError) {
        guard let roundTrip else { return nil }
        let addresses: [IPAddress]
        do throws(HTTPSError) {
            addresses = try await server.addresses(of: target)
        } catch {
            throw CommandError(FailureReport(error), target: target.text)
        }
        let server = try Self.local(addresses, port: server.session.dialledPort(of: target.url), for: target)
        do throws(DelayLineError) {
            let line = try DelayLine(roundTrip: roundTrip)
            port = try DelayedPort(on: line, to: server)
            guard let address = IPAddress(line.address) else { return nil }
            self.address = address
        } catch {
            throw CommandError(error)
        }
    }

    /// The line as reports tell of it.
    var delay: TraceDelay { TraceDelay(roundTrip: port.line.roundTrip, server: "\(port.server)") }

    /// Says on standard error where the line could not reach the server.
    func complain() {
        if let failure = port.failure { Console.note(TraceCommandSentence.nobodyAnswers(failure)) }
    }

    /// The first of the addresses that is this machine's.
    private static func local(
        _ addresses: [IPAddress], port: UInt16, for target: Target
    ) throws(CommandError) -> LocalServer {
        var obstacle: DelayLineError?
        for address in addresses {
            do throws(DelayLineError) {
                return try LocalServer(address: address.description, port: port)
            } catch { obstacle = obstacle ?? error }
        }
        if let obstacle { throw CommandError(obstacle) }
        throw CommandError(.connection, code: .couldNotResolveHost, TraceCommandSentence.noAddress(target: target.text))
    }
}
