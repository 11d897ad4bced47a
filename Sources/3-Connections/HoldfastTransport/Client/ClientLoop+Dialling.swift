import HoldfastFiles
import HoldfastSystem
import HoldfastTrust
import HoldfastX509

extension ClientLoop {
    /// Opens a connection for an exchange.
    func dial(for exchange: ClientExchange) {
        exchange.lastActivity = .now
        if limitsConnections, !exchange.asksForUpgrade { openers[exchange.id] = exchange }
        guard exchange.request.isDialled, let dialler = exchange.request.connection.dialler else {
            return resolve(for: exchange)
        }
        exchange.dialling = Task.detached { [mailbox, id = exchange.id] in
            let result: Result<DialledSocket, TransportError>
            do throws(TransportError) {
                result = .success(try await dialler.dial())
            } catch {
                result = .failure(error)
            }
            _ = mailbox.post(.dialled(request: id, result))
        }
    }

    /// Goes on over what was dialled.
    func dialled(_ exchange: ClientExchange, _ result: Result<DialledSocket, TransportError>) {
        exchange.dialling = nil
        exchange.lastActivity = .now
        switch result {
        case .success(let dialled):
            let descriptor = dialled.take()
            guard descriptor >= 0 else {
                return end(
                    exchange, .failure(ConnectError(.system(0), dialled.endpoint).error(for: exchange.request.host)))
            }
            let socket = StreamSocket(adopting: descriptor)
            exchange.dialled = dialled
            // One that was connected at once has given its socket away, and left a new one.
            guard socket.peer != nil else {
                socket.close()
                return connect(exchange, to: [dialled.endpoint], resolvedAt: dialled.resolved)
            }
            let way = ClientConnection.Way(
                resolvedAt: dialled.resolved, connectingAt: dialled.began, connectedAt: dialled.connected,
                own: socket.own, peer: dialled.endpoint)
            open(exchange, over: socket, by: way)
        case .failure(let error): end(exchange, .failure(error))
        }
    }

    // MARK: Addresses

    /// Finds the addresses of the server, or of what stands in its place.
    private func resolve(for exchange: ClientExchange) {
        let request = exchange.request
        let (proxy, dial) = (request.connection.proxy, request.connection.dial)
        let host = proxy?.host ?? dial.place?.host.description ?? request.host
        let family = request.connection.addressFamily
        if let addresses = proxy == nil ? dial.addresses : dial.proxyAddresses {
            return found(addresses, for: exchange)
        } else if let literal = IPAddress(host) {
            return found([literal], for: exchange)
        } else if let known = names.addresses(of: host) {
            return found(known, for: exchange)
        }
        let limit = request.limits.timeout
        exchange.resolving = Task.detached { [mailbox, id = exchange.id] in
            let result: Result<[IPAddress], TransportError>
            do throws(TransportError) {
                result = .success(try await NameLookup.addresses(of: host, family: family, timeout: limit))
            } catch {
                result = .failure(error)
            }
            _ = mailbox.post(.resolved(request: id, name: host, result))
        }
    }

    func resolved(_ request: UInt64, _ name: String, _ result: Result<[IPAddress], TransportError>) {
        if case .success(let addresses) = result { names.keep(addresses, of: name) }
        guard let exchange = exchanges[request] else { return }
        exchange.resolving = nil
        switch result {
        case .success(let addresses): found(addresses, for: exchange)
        case .failure(let error):
            end(
                exchange,
                .failure(error.code == .timedOut ? exchange.lateness() : exchange.proxyError(of: error) ?? error))
        }
    }

    private func found(_ addresses: [IPAddress], for exchange: ClientExchange) {
        let request = exchange.request
        let port = request.connection.proxy?.port ?? request.connection.dial.place?.port ?? request.port
        let wanted = addresses.filter { address in
            switch request.connection.addressFamily {
            case .any: true
            case .ipv4: address.isIPv4
            case .ipv6: !address.isIPv4
            }
        }
        guard !wanted.isEmpty else { return end(exchange, .failure(TransferFault.nameNotFound.error(for: request))) }
        connect(exchange, to: wanted.map { Endpoint($0, port: port) }, resolvedAt: .now)
    }

    // MARK: Sockets

    private func connect(_ exchange: ClientExchange, to endpoints: [Endpoint], resolvedAt: ContinuousClock.Instant) {
        let route = ClientRoute(for: exchange, to: endpoints, resolvedAt: resolvedAt)
        exchange.route = route
        connectNext(route)
    }

    /// Begins with the next address of a route.
    func connectNext(_ route: ClientRoute) {
        let number = newNumber()
        switch route.begin(as: number) {
        case .begun(let socket, let isConnected):
            routes[number] = route
            if isConnected { return connected(route, number) }
            do throws(SystemError) {
                guard let descriptor = socket.number else { throw SystemError(0) }
                try poll.add(descriptor, as: number, for: .writable)
            } catch {
                return connected(route, number)
            }
            look(for: route.exchange)
        case .none: if route.isExhausted { unreachable(route) }
        }
    }

    /// A socket of a route is connected, or has failed.
    func connected(_ route: ClientRoute, _ number: UInt64) {
        routes[number] = nil
        let exchange = route.exchange
        guard let (socket, way) = route.take(number) else {
            guard exchange.route === route else { return }
            return route.endpoints.isEmpty ? (route.isExhausted ? unreachable(route) : ()) : connectNext(route)
        }
        guard exchange.route === route else { return socket.close() }
        if let descriptor = socket.number { poll.remove(descriptor) }
        close(route)
        open(exchange, over: socket, by: way)
    }

    private func unreachable(_ route: ClientRoute) {
        let exchange = route.exchange
        close(route)
        end(exchange, .failure(exchange.failure(.unconnected(route.lastError))))
    }

    /// Lets go of all sockets of a route.
    func close(_ route: ClientRoute) {
        for number in route.attempts.keys { routes[number] = nil }
        route.close()
        if route.exchange.route === route { route.exchange.route = nil }
    }

    // MARK: The connection

    /// Makes a connection of a socket that is connected.
    private func open(_ exchange: ClientExchange, over socket: StreamSocket, by way: ClientConnection.Way) {
        let connection = ClientConnection(
            number: newNumber(), for: exchange, socket: socket, way: way, dialled: exchange.dialled)
        exchange.dialled = nil
        connections[connection.number] = connection
        exchange.connection = connection
        exchange.opensConnection = true
        exchange.handshakeEnd = connection.dialled?.handshakeLimit.map { .now.advanced(by: $0) }
        look(for: exchange)
        if let descriptor = socket.number { OwnedDescriptor.keepAlive(descriptor) }
        if exchange.request.connection.proxy == nil { return reached(connection, exchange) }
        beginWithProxy(connection, exchange)
    }

    /// A connection leads to its server: TLS begins, or the request.
    func reached(_ connection: ClientConnection, _ exchange: ClientExchange) {
        guard !exchange.request.isPlain else {
            if connection.proxyTLS == nil { countOpened() }
            connection.openPlain(from: exchange.began)
            connection.stage = .open
            return opened(connection)
        }
        connection.stage = .handshaking
        begin(connection, exchange) { () throws(TransportError) in try self.beginTLS(connection, for: exchange) }
    }

    /// Begins with TLS, or ends the exchange.
    func begin(
        _ connection: ClientConnection, _ exchange: ClientExchange, _ tls: () throws(TransportError) -> Void
    ) {
        do throws(TransportError) {
            try tls()
        } catch {
            close(connection)
            var error = error
            exchange.fill(&error)
            return end(exchange, .failure(error))
        }
        countOpened()
        run(connection)
    }

    private func countOpened() { counters.countOpened(of: limitsConnections ? connections.count : 0) }

    private func beginTLS(_ connection: ClientConnection, for exchange: ClientExchange) throws(TransportError) {
        let request = exchange.request
        let key = sessionKey(for: exchange)
        let offer = ClientContext.Offer(
            request, protocols: exchange.offeredProtocols, keepsSessions: key != nil)
        let context = try context(for: offer)
        let name = request.tls.sendsServerName && IPAddress(request.host) == nil ? request.host : nil
        guard let descriptor = connection.socket.number,
            let tls = ClientTLS(
                context, over: descriptor, in: connection.proxyTLS, serverName: name, inbox: inbox)
        else { throw TransferFault.noHandshake.error(for: request) }
        let judged = JudgedHandshake(
            tls.handshake, for: request,
            by: connection.wayOfTLS(from: exchange.began, isProxied: request.connection.proxy != nil))
        (connection.tls, connection.judged, connection.sessionKey) = (tls, judged, key)
        handshakes[tls.handshake.identifier] = connection
        if judged.keyLog != nil { hasKeyLog = true }
        offerSession(on: connection, judged, for: exchange)
    }

    func context(for offer: ClientContext.Offer) throws(TransportError) -> ClientContext {
        if let context = contexts[offer] { return context }
        let context = try ClientContext(offer)
        contexts[offer] = context
        return context
    }

    // MARK: How many

    /// Whether exchanges may have to wait for a connection.
    var limitsConnections: Bool {
        configuration.maximumConnections != nil || configuration.maximumConnectionsPerHost != nil
    }

    var counters: ConnectionCounters { configuration.counters }

    /// Whether one more connection is within the limits; one that serves nobody makes room.
    func mayOpenConnection(for exchange: ClientExchange) -> Bool {
        // One that goes over to another protocol may last for days: it neither waits for others nor keeps them waiting.
        guard limitsConnections, !exchange.asksForUpgrade else { return true }
        let peer = exchange.peer
        // Many may wait, and each of them asks: what is gone through is as long as the limits are, and no longer.
        openers = openers.filter { exchanges[$0.key] === $0.value && $0.value.isOpening }
        // Counted anew each time: where one is closed, another that waited begins.
        func count(_ isOfServer: Bool) -> Int {
            connections.values.count { connection in
                (connection.exchange ?? connection.opener)?.asksForUpgrade != true
                    && (!isOfServer || connection.peer.isServer(peer))
            }
                + openers.values.count { other in
                    other !== exchange && other.isOpening && (!isOfServer || other.peer.isServer(peer))
                }
        }
        let (most, mostOfServer) = (
            configuration.maximumConnections ?? .max, configuration.maximumConnectionsPerHost ?? .max
        )
        if count(true) >= mostOfServer, let oldest = pool.oldest(where: { $0.peer.isServer(peer) }) { close(oldest) }
        if count(false) >= most, let oldest = pool.oldest() { close(oldest) }
        return count(true) < mostOfServer && count(false) < most
    }

    /// Lets the exchange that has waited longest look for a connection: one has become free.
    func tryQueue() {
        guard !isTryingQueue else { return }
        isTryingQueue = true
        defer { isTryingQueue = false }
        while !queue.isEmpty {
            let first = queue.removeFirst()
            guard let exchange = exchanges[first], exchange.isQueued else { continue }
            attempt(exchange)
            if exchange.isQueued {
                // There is no room still: it stays the first.
                queue.removeAll { $0 == first }
                queue.insert(first, at: 0)
                return
            }
        }
    }

    /// Ends the connections of a server to an address that nothing uses at the moment; the others take no more
    /// requests, since their dialler says so.
    func closeIdle(to endpoint: Endpoint, of host: String) {
        for connection in pool.idle(where: { $0.host == host && $0.dialled?.endpoint == endpoint }) {
            close(connection)
        }
    }
}

extension ClientExchange {
    /// Whether a connection is being opened for it.
    fileprivate var isOpening: Bool { connection == nil && (dialling != nil || resolving != nil || route != nil) }

    /// The versions of HTTP that a connection is opened with.
    private var versions: TransportRequest.HTTPVersions {
        asksForUpgrade ? request.connection.upgradeVersions : request.connection.versions
    }

    /// The protocols that its ClientHello offers (RFC 7301); none for no offer.
    var offeredProtocols: [String] {
        switch request.kind {
        case .tunnel: request.tls.applicationProtocols
        case .handshakeOnly where !request.tls.offersProtocols: []
        case .handshakeOnly, .request:
            isForHTTP11 || versions == .http11 ? ["http/1.1"] : ["h2", "http/1.1"]
        }
    }
}
