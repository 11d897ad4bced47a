import CCurl
import CCurlShims
import HoldfastCrypto
import HoldfastLibC
import HoldfastSystem
import HoldfastX509

/// One attempt at a request: a libcurl transfer with its callbacks.
///
/// Belongs to the partition's thread. libcurl holds its address until the easy handle is freed, which it owns.
@safe final class Attempt {
    let submission: Mailbox.Submission
    let easy: EasyHandle
    let began = ContinuousClock.now
    /// Whether only a connection of its own will do.
    let isFresh: Bool
    /// Whether HTTP/1.1 alone is offered.
    let offersHTTP11Alone: Bool
    /// Whether its handle may serve other ordinary requests, before it and after it.
    private let isOrdinary: Bool
    // What is asked for each line of an answer: to ask the request, which is large, costs a copy of it.
    private let hasProxy: Bool
    private let authenticatesByNTLM: Bool
    /// Whether this side has to end the exchange at the end of the answer's head.
    let endsWithHead: Bool
    unowned let loop: PartitionLoop
    private(set) var sockets: [OpenedSocket] = []
    var response: ResponseCollector
    /// The connection it opened last, or was given.
    private(set) var connection: Connection?
    private(set) var opensConnection = false
    /// The connection without TLS that it opened last, or was given.
    private(set) var plainConnection: PlainConnection?
    /// Whether it has opened a socket since it was last asked about its connection.
    private var hasOpenedSocket = false
    /// The TLS connection to an HTTPS proxy that it opened last.
    private(set) var proxyConnection: Connection?
    /// The proxy's answer to CONNECT.
    private(set) var proxyResponse: ResponseCollector
    /// The reason why the request was held back.
    private(set) var denial: PreRequestCheck.Denial?
    /// Whether the request was allowed to be sent.
    private(set) var isAllowed = false
    var repetition = RepetitionRule()
    /// The pipe that takes the response as it comes; nil where it is collected.
    var pipe: ResponsePipe?
    /// The feed that the body comes from; nil where it is at hand, or none.
    let feed: UploadFeed?
    /// The reason why the body could not be sent.
    var uploadFailure: TransportError?
    /// Whether libcurl was told that the body has come to its end.
    var hasEndedContent = false
    /// When the last of the body was taken.
    var sentAt: ContinuousClock.Instant?
    /// Whether the response's head was handed over.
    var isHeadDelivered = false
    /// Whether libcurl would send the request once more although somebody has the head of its answer, and would take
    /// another one for the rest of it.
    private(set) var isBegunAgain = false
    var isReceivingPaused = false
    var isSendingPaused = false
    /// Whether the pipe has asked to hold the server back.
    var isToBeHeldBack = false
    /// Whether libcurl has read all of the response, of which some is still to be decoded.
    var hasEnded = false
    /// Whether something came that was not handed over yet.
    var isReadable = false
    /// Whether something has come or gone since the loop looked last.
    var isTouched = false
    let startedAt = SystemClock.now()
    /// The connection that was opened for it; nil where libcurl opens its own, or nothing is opened yet.
    let dialled: Dialled?
    /// Whether libcurl wants a connection that has to be dialled first.
    private(set) var wantsConnection = false
    /// Whether the server has answered by HTTP/2 that it takes the request by HTTP/1.1 alone.
    private(set) var isHTTP11Required = false
    private var isSocketTaken = false
    /// The connection that was dialled for it, where libcurl has used another one.
    var spareConnection: Dialled? { isSocketTaken ? nil : dialled }
    /// The address that was dialled for it and that it has used.
    var endpoint: Endpoint? { isSocketTaken ? dialled?.socket.endpoint : nil }
    /// The peer that asked for an answer by NTLMv1, which ends the attempt.
    private(set) var weakNTLMAsker: HandshakeRole?
    /// The identifier of the transfer that it is made for.
    var transfer: UInt64 { submission.id }
    /// A copy of the request, which is large; reading a part through ``submission`` copies nothing.
    var request: TransportRequest { submission.request }
    private var ntlmWatch = NTLMWatch()
    /// Whether no connection can be made with the machine's OpenSSL as it is configured.
    private(set) var isConfigurationUnusable = false
    /// The groups that were to be offered, where the library has none of them.
    private(set) var unavailableGroups: SupportedGroups?

    init(
        _ submission: Mailbox.Submission, isFresh: Bool, isForHTTP11: Bool, over dialled: Dialled? = nil,
        loop: PartitionLoop
    ) throws(TransportError) {
        let isFresh = isFresh || submission.request.hasOwnConnection
        offersHTTP11Alone = isForHTTP11 || submission.request.connection.versions == .http11
        isOrdinary = submission.request.isOrdinary && !isFresh && dialled == nil
        // A handle that has served such a request of the partition needs to be told of the message alone.
        let known = isOrdinary ? loop.spareHandles.popLast() : nil
        self.submission = submission
        hasProxy = submission.request.connection.proxy != nil
        authenticatesByNTLM =
            submission.request.connection.ntlm != nil || submission.request.connection.proxyNTLM != nil
        endsWithHead = submission.request.endsWithHead
        self.dialled = dialled
        pipe = submission.pipe
        feed = submission.request.message.upload.map { body in
            UploadFeed(body) { [mailbox = loop.mailbox, id = submission.id] in mailbox.post(.send(request: id)) }
        }
        self.isFresh = isFresh
        self.loop = loop
        if let known { easy = known } else { easy = try EasyHandle() }
        response = ResponseCollector(
            keepsBody: pipe == nil, maximumBody: submission.request.limits.responseBytes,
            maximumFields: submission.request.limits.headerBytes)
        proxyResponse = ResponseCollector(
            keepsBody: false, maximumBody: 0, maximumFields: submission.request.limits.headerBytes)
        if known == nil { try configure() } else { try configureAgain() }
        try unsafe install(callbacks: Unmanaged.passUnretained(self).toOpaque())
    }

    private func install(callbacks argument: UnsafeMutableRawPointer) throws(TransportError) {
        try unsafe easy.check(
            shim_curl_easy_set_ssl_ctx(easy.pointer, attemptPreparesTLS, argument), CURLOPT_SSL_CTX_FUNCTION)
        try unsafe easy.check(
            shim_curl_easy_set_socket_options(easy.pointer, attemptOpenedSocket, argument), CURLOPT_SOCKOPTFUNCTION)
        try unsafe easy.check(
            shim_curl_easy_set_prerequest(easy.pointer, attemptIsAboutToSend, argument), CURLOPT_PREREQFUNCTION)
        try unsafe easy.check(
            shim_curl_easy_set_write(easy.pointer, attemptReceivesBody, argument), CURLOPT_WRITEFUNCTION)
        try unsafe easy.check(
            shim_curl_easy_set_header(easy.pointer, attemptReceivesLine, argument), CURLOPT_HEADERFUNCTION)
        if submission.request.isDialled {
            try unsafe easy.check(
                shim_curl_easy_set_open_socket(easy.pointer, attemptOpensSocket, argument), CURLOPT_OPENSOCKETFUNCTION)
        }
        guard feed != nil else { return }
        try unsafe easy.check(
            shim_curl_easy_set_read(easy.pointer, attemptSendsBody, argument), CURLOPT_READFUNCTION)
        try unsafe easy.check(
            shim_curl_easy_set_seek(easy.pointer, attemptBeginsBodyAgain, argument), CURLOPT_SEEKFUNCTION)
    }

    deinit { feed?.close() }

    /// Whether its handle may serve another ordinary request of the partition: nothing went wrong with it, and nothing
    /// that is still looked at was done with it.
    var leavesHandle: Bool {
        isOrdinary && denial == nil && !opensConnection && proxyConnection == nil && sockets.isEmpty
    }

    /// Notes that something came or went.
    func touch() {
        guard !isTouched else { return }
        isTouched = true
        loop.touched.append(self)
    }

    /// Notes that there is something for whoever reads the response in pieces.
    func notePiece() {
        guard !isReadable else { return }
        isReadable = true
        loop.readable.append(self)
    }

    /// libcurl has made an SSL_CTX for a connection that it opens.
    fileprivate func prepareTLS(_ context: OpaquePointer) -> CURLcode {
        guard !submission.request.isPlain || submission.request.connection.proxy?.kind == .https else {
            return CURLE_SSL_CONNECT_ERROR
        }
        guard let handshake = unsafe loop.installHandshake(in: context) else {
            isConfigurationUnusable = true
            return CURLE_SSL_CONNECT_ERROR
        }
        if submission.request.tls.dangerousKeyLog != nil, unsafe !handshake.collectKeyLog(of: context) {
            return CURLE_OUT_OF_MEMORY
        }
        if let proxy = request.connection.proxy, proxy.kind == .https, proxyConnection?.acceptance.acceptedKey == nil {
            guard unsafe !proxy.asksForEvidence || handshake.askForEvidence(in: context) else {
                return CURLE_SSL_CONNECT_ERROR
            }
            guard unsafe limitGroups(of: context, to: proxy.supportedGroups) else { return CURLE_SSL_CONNECT_ERROR }
            let connection = Connection(handshake, opener: self, proxy: proxy)
            loop.add(connection)
            proxyConnection = connection
            return CURLE_OK
        }
        guard !submission.request.isPlain else { return CURLE_SSL_CONNECT_ERROR }
        guard unsafe submission.request.prepareHello(context) else { return CURLE_SSL_CONNECT_ERROR }
        guard unsafe submission.request.tls.cipherSuites.limit(context) else {
            isConfigurationUnusable = true
            return CURLE_SSL_CONNECT_ERROR
        }
        guard unsafe limitGroups(of: context, to: submission.request.tls.supportedGroups) else {
            return CURLE_SSL_CONNECT_ERROR
        }
        guard unsafe !submission.request.tls.asksForEvidence || handshake.askForEvidence(in: context) else {
            return CURLE_SSL_CONNECT_ERROR
        }
        if !submission.request.tls.sendsServerName { handshake.omitServerName() }
        let connection = Connection(handshake, opener: self)
        loop.add(connection)
        self.connection = connection
        opensConnection = true
        return CURLE_OK
    }

    /// Lets a handshake offer these groups alone; false where the library has none of them.
    private func limitGroups(of context: OpaquePointer, to groups: SupportedGroups?) -> Bool {
        guard let groups, unsafe !groups.limit(context) else { return true }
        unavailableGroups = groups
        return false
    }

    /// libcurl wants a socket: the one that was dialled, once; another one is dialled first.
    fileprivate func openSocket(for target: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        guard let socket = dialled?.socket, !isSocketTaken else {
            isHTTP11Required = hasBeenToldHTTP11
            (wantsConnection, isBegunAgain) = (true, isHeadDelivered)
            return -1
        }
        isSocketTaken = true
        unsafe SocketAddress(socket.endpoint).withPointer { unsafe shim_curl_set_address(target, $0, $1) }
        return socket.take()
    }

    fileprivate func opened(_ socket: OpenedSocket) {
        loop.needsTurn = true
        sockets.append(socket)
        hasOpenedSocket = true
        // A connection comes in the place of one that failed: it is asked about anew.
        isAllowed = false
        touch()
    }

    /// Whether it may be waiting for a connection of the partition's to become free. libcurl does not tell that from
    /// resolving a name.
    var isQueued: Bool { sockets.isEmpty && connection == nil && plainConnection == nil && loop.limitsConnections }

    /// libcurl has a connection and would send the request now.
    fileprivate func mayBeSent(over ends: @autoclosure () -> ConnectionEnds) -> Bool {
        loop.needsTurn = true
        guard !isHeadDelivered else {
            isBegunAgain = true
            return false
        }
        let live = easy.liveConnection
        let known = live?.handshakeIdentifier.flatMap { loop.connections[$0] }
        let peerHasKey = { (key: ArraySlice<UInt8>) in live?.peerHasKey(key) ?? false }
        if submission.request.isPlain {
            findPlainConnection(ends())
            denial = PreRequestCheck.denial(
                ofPlain: submission.request, server: plainConnection.map { ($0.record.host, $0.record.port) },
                hasTLS: live != nil, acceptance: known?.acceptance, peerHasKey: peerHasKey)
        } else {
            denial = PreRequestCheck.denial(
                submission.request, hasConnection: live != nil, acceptance: known?.acceptance, peerHasKey: peerHasKey)
            if let known {
                if known !== connection { opensConnection = false }
                connection = known
            }
        }
        if denial == nil, submission.request.tls.cipherSuites == .aesGCMWithForwardSecrecy,
            live?.hasExtendedMasterSecret != true
        {
            denial = .noExtendedMasterSecret
        }
        // libssl takes nothing else where it asks for a group. The key transport of RSA and a field of the server's own
        // have none to ask for.
        if denial == nil, let groups = submission.request.tls.supportedGroups,
            !groups.contains(connection?.handshake.facts.keyExchange)
        {
            denial = .otherGroup
        }
        // One that was opened for this very request has just been judged.
        if denial == nil, !opensConnection, let dialler = submission.request.connection.dialler,
            let endpoint = ends().remoteEndpoint,
            !dialler.mayUse(endpoint)
        {
            denial = .avoidedAddress
        }
        let used: AnyObject? = submission.request.isPlain ? plainConnection : connection
        if hasBeenToldHTTP11 { repetition = RepetitionRule() }
        denial =
            denial
            ?? repetition.denial(
                of: request.message.method, over: used, isFresh: opensConnection, isAnswered: response.hasBegun)
        guard denial == nil else {
            // The connection must not come back from the pool for the next attempt.
            _ = unsafe shim_curl_easy_setopt_long(easy.pointer, CURLOPT_FORBID_REUSE, 1)
            return false
        }
        // Asked before each part of an exchange that has several: what the one before brought is answered.
        response.beginAgain()
        live?.leaveAsync()
        proxyConnection?.handshake.leaveAsync()
        touch()
        loop.countRequest(on: connection, isOpener: opensConnection)
        // The connection's facts and times are complete now, and the opener's are not kept for long.
        let record = connection?.record()
        if let record, opensConnection {
            submission.request.connection.dialler?.opened(record)
            if record.applicationProtocol == "h2", !loop.waitingToDial.isEmpty {
                (loop.isToTryWaiting, loop.needsTurn) = (true, true)
            }
        }
        isAllowed = true
        repetition.noteSending(over: used)
        return true
    }

    /// Looks up the connection without TLS that libcurl has for the request, or notes the one that it has just opened.
    private func findPlainConnection(_ ends: ConnectionEnds) {
        if hasOpenedSocket {
            plainConnection = loop.addPlain(PlainConnection(opener: self), ends)
            opensConnection = true
        } else {
            let known = loop.plainConnections.use(ends)
            if known !== plainConnection { opensConnection = false }
            plainConnection = known
        }
        hasOpenedSocket = false
    }

    fileprivate func receiveLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
        touch()
        // Before the request may be sent, it is the proxy that speaks.
        let isOfProxy = hasProxy && !isAllowed
        // libcurl would answer whoever asks, by either field.
        if authenticatesByNTLM {
            guard unsafe ntlmWatch.mayBeAnswered(bytes) else {
                weakNTLMAsker = isOfProxy ? .proxy : .server
                return false
            }
        }
        if isOfProxy {
            if proxyResponse.isHeadComplete {
                proxyResponse = ResponseCollector(
                    keepsBody: false, maximumBody: 0, maximumFields: submission.request.limits.headerBytes)
            }
            return unsafe proxyResponse.appendLine(bytes)
        }
        guard !isAnsweredByHead else { return false }
        guard unsafe response.appendLine(bytes) else { return false }
        if response.isHeadComplete { deliverHead() }
        if isAnsweredByHead { loop.answered.append(self) }
        return true
    }
}

private func attempt(_ argument: UnsafeMutableRawPointer?) -> Attempt? {
    unsafe argument.map { unsafe Unmanaged<Attempt>.fromOpaque($0).takeUnretainedValue() }
}

private let attemptPreparesTLS: shim_ssl_ctx_callback = { _, context, argument in
    guard let context = unsafe context, let attempt = unsafe attempt(argument) else { return CURLE_SSL_CONNECT_ERROR }
    return unsafe attempt.prepareTLS(OpaquePointer(context))
}

private let attemptOpensSocket: curl_opensocket_callback = { argument, _, target in
    guard let target = unsafe target, let attempt = unsafe attempt(argument) else { return -1 }
    return unsafe attempt.openSocket(for: target)
}

private let attemptOpenedSocket: curl_sockopt_callback = { argument, descriptor, _ in
    unsafe attempt(argument)?.opened(OpenedSocket(descriptor))
    return Int32(CURL_SOCKOPT_OK)
}

private let attemptIsAboutToSend: curl_prereq_callback = { argument, remote, local, remotePort, localPort in
    let mayBeSent =
        unsafe attempt(argument)?.mayBeSent(over: ConnectionEnds(remote, remotePort, local, localPort)) == true
    return mayBeSent ? Int32(CURL_PREREQFUNC_OK) : Int32(CURL_PREREQFUNC_ABORT)
}

private let attemptReceivesBody: curl_write_callback = { start, size, count, argument in
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: size * count)
    return unsafe attempt(argument)?.receiveBody(bytes) == true ? size * count : Int(CURL_WRITEFUNC_ERROR)
}

private let attemptSendsBody: curl_read_callback = { start, size, count, argument in
    guard let attempt = unsafe attempt(argument) else { return Int(CURL_READFUNC_ABORT) }
    return unsafe attempt.sendBody(into: UnsafeMutableRawBufferPointer(start: start, count: size * count))
}

private let attemptBeginsBodyAgain: curl_seek_callback = { argument, offset, origin in
    guard offset == 0, origin == SEEK_SET, unsafe attempt(argument)?.beginBodyAgain() == true else {
        return Int32(CURL_SEEKFUNC_FAIL)
    }
    return Int32(CURL_SEEKFUNC_OK)
}

private let attemptReceivesLine: curl_write_callback = { start, size, count, argument in
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: size * count)
    return unsafe attempt(argument)?.receiveLine(bytes) == true ? size * count : Int(CURL_WRITEFUNC_ERROR)
}
