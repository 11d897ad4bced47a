import CCurl
import CCurlShims
import HoldfastHTTP
import HoldfastTrust
import HoldfastX509

extension Attempt {
    /// Sets every option: what libcurl would otherwise take from the environment or a default, explicitly.
    func configure() throws(TransportError) {
        try configureSafety()
        try configureTime()
        try configureTarget()
        try configureProxy()
        try configureMessage()
        try configureNTLM()
    }

    /// Sets what differs between two ordinary requests of a partition, in a handle that has served one.
    func configureAgain() throws(TransportError) {
        easy.beginAgain()
        try configureURL()
        try configureMessage()
    }

    /// The one that libcurl may speak for this request.
    private var scheme: String { submission.request.isPlain ? "http" : "https" }

    private func configureSafety() throws(TransportError) {
        try easy.set(CURLOPT_PROTOCOLS_STR, scheme)
        try easy.set(CURLOPT_REDIR_PROTOCOLS_STR, scheme)
        try easy.set(CURLOPT_FOLLOWLOCATION, 0)
        try easy.set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        try easy.set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        try easy.set(CURLOPT_HTTP09_ALLOWED, 0)
        // The decision is ours, in the callbacks. With verification on, libcurl would load the system's anchors for
        // every connection, and refuse by its own rules besides.
        try easy.set(CURLOPT_SSL_VERIFYPEER, 0)
        try easy.set(CURLOPT_SSL_VERIFYHOST, 0)
        try easy.set(CURLOPT_CAINFO, nil)
        try easy.set(CURLOPT_CAPATH, nil)
        try easy.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        try easy.set(CURLOPT_SSL_SESSIONID_CACHE, 0)
        try easy.set(CURLOPT_NOSIGNAL, 1)
    }

    private func configureTime() throws(TransportError) {
        // libcurl's time limits free the connection under a handshake that waits for its decision. There is no way to
        // have none while connecting (0 means five minutes): the longest there is, and the partition's own limits.
        try easy.set(CURLOPT_TIMEOUT_MS, 0)
        try easy.set(CURLOPT_CONNECTTIMEOUT_MS, Int(Int32.max))
        // Giving up must not wait for a resolver that does not answer.
        try easy.set(CURLOPT_QUICK_EXIT, 1)
        try easy.set(CURLOPT_TCP_NODELAY, 1)
        try easy.set(CURLOPT_TCP_KEEPALIVE, 1)
    }

    private func configureTarget() throws(TransportError) {
        try configureURL()
        try easy.set(CURLOPT_PATH_AS_IS, 1)
        try easy.set(CURLOPT_CONNECT_TO, list: submission.request.isDialled ? [] : submission.request.connectToList)
        try easy.set(
            CURLOPT_RESOLVE, list: submission.request.isDialled ? placeholder : submission.request.resolveList)
        // The placeholder has one family, and libcurl would ask the system for another.
        let family =
            switch submission.request.isDialled ? .any : submission.request.connection.addressFamily {
            case .any: CURL_IPRESOLVE_WHATEVER
            case .ipv4: CURL_IPRESOLVE_V4
            case .ipv6: CURL_IPRESOLVE_V6
            }
        try easy.set(CURLOPT_IPRESOLVE, Int(family))
        try easy.set(CURLOPT_FRESH_CONNECT, isFresh ? 1 : 0)
        // A tunnel's connection would be closed at the end of its handshake; libcurl gives it to nobody else.
        let endsWithAttempt = submission.request.hasOwnConnection && submission.request.kind != .tunnel
        try easy.set(CURLOPT_FORBID_REUSE, endsWithAttempt ? 1 : 0)
        try easy.set(
            CURLOPT_HTTP_VERSION, Int(offersHTTP11Alone ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS))
        // Where libcurl negotiates HTTP/2 itself, versions after 8.0 speak it too: a tunnel offers by itself.
        if submission.request.kind == .tunnel || submission.request.isHandshakeWithoutProtocols {
            try easy.set(CURLOPT_SSL_ENABLE_ALPN, 0)
        }
        // Waiting to learn whether a connection under way takes more requests would let one slow decision hold up all
        // of them, and after a refusal libcurl would begin the waiting ones one after the other.
        try easy.set(CURLOPT_PIPEWAIT, 0)
    }

    private func configureURL() throws(TransportError) {
        try easy.setURL(
            EasyHandle.Place(
                isPlain: submission.request.isPlain, host: submission.request.host, port: submission.request.port,
                target: submission.request.message.target))
    }

    /// libcurl must not ask the system for a name that is dialled by us. Where it connects is put in when it opens a
    /// socket; this address is one that leads nowhere (RFC 5737 §3).
    private var placeholder: [String] {
        IPAddress(submission.request.host) == nil
            ? ["\(submission.request.host):\(submission.request.port):192.0.2.1"] : []
    }

    /// libcurl carries out the whole exchange on one connection, which the partition keeps for its owner.
    private func configureNTLM() throws(TransportError) {
        if let ntlm = submission.request.connection.ntlm {
            try easy.set(CURLOPT_HTTPAUTH, shim_curl_auth_ntlm)
            try easy.set(CURLOPT_USERNAME, ntlm.user)
            try easy.set(CURLOPT_PASSWORD, ntlm.password)
        }
        if let ntlm = submission.request.connection.proxyNTLM {
            try easy.set(CURLOPT_PROXYAUTH, shim_curl_auth_ntlm)
            try easy.set(CURLOPT_PROXYUSERNAME, ntlm.user)
            try easy.set(CURLOPT_PROXYPASSWORD, ntlm.password)
        }
    }

    /// The least that libcurl takes for `CURLOPT_UPLOAD_BUFFERSIZE`, in bytes.
    private static let smallBuffer = 16 << 10
    /// The size of that buffer where nobody says one, in bytes.
    private static let largeBuffer = 64 << 10

    private func configureMessage() throws(TransportError) {
        guard submission.request.kind == .request else { return try easy.set(CURLOPT_CONNECT_ONLY, 1) }
        // RFC 9110 §8.6: these methods say how long their content is, also when there is none.
        let isGET = submission.request.message.method == "GET"
        let body =
            submission.request.message.body
            ?? (!isGET && ["POST", "PUT", "PATCH"].contains(submission.request.message.method) ? [] : nil)
        var lines: [String] = []
        if body != nil || submission.request.message.upload != nil {
            // An empty value takes libcurl's own field away: the caller's choice stands, also where it is none.
            lines.append(submission.request.waitsForContinue ? "Expect: 100-continue" : "Expect:")
            if submission.request.message.fields.first(named: "Content-Type") == nil { lines.append("Content-Type:") }
        }
        // NTLM takes several requests of one connection: the server must not end it after the first.
        if submission.request.connection.isClosed, submission.request.connection.ntlm == nil {
            lines.append("Connection: close")
        }
        if let host = submission.request.message.hostField { lines.append("Host: \(host)") }
        // libcurl is not told of it, and hands bodies over as they come: it would refuse one in a coding that it does
        // not know, before anybody has seen the header.
        if !ContentCoding.accepted.isEmpty, submission.request.message.fields.first(named: "Accept-Encoding") == nil {
            lines.append("Accept-Encoding: \(ContentCoding.accepted)")
        }
        lines += submission.request.message.fields.map(\.lineForLibcurl)
        try easy.set(CURLOPT_HTTPHEADER, list: lines)
        // HTTP/1.1 over TLS takes a buffer of this size for every request, with or without content.
        let isShort = submission.request.message.upload == nil && (body?.count ?? 0) <= Self.smallBuffer
        try easy.set(CURLOPT_UPLOAD_BUFFERSIZE, isShort ? Self.smallBuffer : Self.largeBuffer)
        if let upload = submission.request.message.upload {
            try easy.set(CURLOPT_UPLOAD, 1)
            try easy.set(CURLOPT_INFILESIZE_LARGE, offset: upload.length ?? -1)
            return try easy.set(CURLOPT_CUSTOMREQUEST, submission.request.message.method)
        }
        if let body {
            try easy.set(CURLOPT_POST, 1)
            try easy.set(body: body)
        } else if !isGET, submission.request.message.method == "HEAD" {
            return try easy.set(CURLOPT_NOBODY, 1)
        } else {
            try easy.set(CURLOPT_HTTPGET, 1)
        }
        try easy.set(CURLOPT_CUSTOMREQUEST, isGET && body == nil ? nil : submission.request.message.method)
    }
}

extension TransportRequest {
    /// Whether it is a request without content, for a connection that anybody of the partition may use, and straight to
    /// its server: two of them differ in nothing but URL, method and fields.
    var isOrdinary: Bool {
        kind == .request && !hasOwnConnection && message.body == nil && message.upload == nil
            && !message.expectsContinue
            && (message.method == "GET" || !["HEAD", "POST", "PUT", "PATCH"].contains(message.method)) && !isDialled
            && connection.dial == DialTargets() && connection.proxy == nil && connection.ntlm == nil
            && connection.proxyNTLM == nil && connection.owner == nil
    }

    /// Whether it is a handshake alone that offers no protocol.
    fileprivate var isHandshakeWithoutProtocols: Bool { kind == .handshakeOnly && !tls.offersProtocols }

    /// Whether its connection serves nothing else, before it and after it.
    var hasOwnConnection: Bool { kind != .request || connection.sharing == .never || connection.isClosed }

    /// Whether it asks before it sends its content. RFC 9110 §10.1.1: not without content. A refusal of the question
    /// (417) would have libcurl wait for content that the answer to HEAD does not have.
    var waitsForContinue: Bool {
        message.expectsContinue && message.method != "HEAD" && (message.upload != nil || message.body?.isEmpty == false)
    }
}

extension HTTPField {
    /// The field as libcurl takes it: one with an empty value is spelled with a semicolon.
    var lineForLibcurl: String { value.isEmpty ? "\(name);" : "\(name): \(value)" }
}
