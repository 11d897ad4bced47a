import HoldfastHTTP

/// CONNECT over HTTP/1.1 (RFC 9110 §9.3.6, RFC 9112 §3.2.3), in as many rounds as a login takes.
struct ConnectDialogue: ProxyDialogue {
    private enum Place {
        case head(HeadScanner)
        /// Within the content of a 407.
        ///
        /// - Parameters:
        ///   - left: octets that may still come.
        ///   - next: the request that goes out behind it; nil while there is none.
        case content(ContentReader, left: Int, next: [UInt8]?)
    }

    private(set) var state = ProxyState.waits
    private let target: TunnelTarget
    private let limits: ProxyLimits
    private let reader: HeadReader
    private var place: Place
    private var output: [UInt8]
    private var buffer: [UInt8] = []
    /// Octets of the interim answers to this request.
    private var interim = 0
    /// The interim answers that nobody has taken; within the limit of all heads.
    private var interimHeads: [ResponseHead] = []
    private var rounds = 0

    init(to target: TunnelTarget, _ fields: [HTTPField], _ limits: ProxyLimits) {
        (self.target, self.limits) = (target, limits)
        // A head as long as the reader's limit is over it.
        reader = HeadReader(.lenient, MessageLimits(headBytes: limits.headOctets + 1, fields: limits.fields))
        place = .head(HeadScanner(reader))
        output = Self.request(to: target, fields)
    }

    private static func request(to target: TunnelTarget, _ fields: [HTTPField]) -> [UInt8] {
        RequestHead(
            method: "CONNECT", target: target.authority, fields: [HTTPField("Host", target.authority)] + fields
        ).bytes
    }

    mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    mutating func takeInterim() -> [ResponseHead] {
        defer { interimHeads = [] }
        return interimHeads
    }

    mutating func receive(_ octets: ArraySlice<UInt8>) {
        guard takes else { return }
        buffer += octets
        read()
    }

    mutating func receiveEnd() {
        switch (state, place) {
        case (.waits, .head): state = .failed(.closed(hasBegun: !buffer.isEmpty || interim > 0))
        case (.waits, .content): state = .failed(.closed(hasBegun: false))
        // The challenges are good for another connection all the same.
        case (.asked(let question), _): state = .asked(ProxyQuestion(head: question.head, keepsConnection: false))
        case (.open, _), (.failed, _): break
        }
    }

    mutating func answer(_ fields: [HTTPField]) {
        guard case .asked(let question) = state else { return }
        guard question.keepsConnection, case .content(let content, let left, _) = place else {
            state = .failed(.closed(hasBegun: false))
            return
        }
        rounds += 1
        guard rounds <= limits.rounds else {
            state = .failed(.asksWithoutEnd(limit: limits.rounds))
            return
        }
        state = .waits
        place = .content(content, left: left, next: Self.request(to: target, fields))
        read()
    }

    /// Whether what comes is the dialogue's: an answer, or content before another one.
    private var takes: Bool {
        switch state {
        case .waits: true
        case .asked(let question): question.keepsConnection
        case .open, .failed: false
        }
    }

    private mutating func read() {
        do throws(ProxyFault) {
            while try step() {}
        } catch {
            state = .failed(error)
        }
    }

    /// Reads one part of an answer, and says whether there may be another one.
    private mutating func step() throws(ProxyFault) -> Bool {
        switch place {
        case .head(var scanner):
            guard case .waits = state else { return false }
            guard let head = try head(&scanner) else { return false }
            return try take(head)
        case .content(var content, let left, let next):
            let before = buffer.count
            do throws(MessageError) {
                try Self.skip(&content, in: &buffer, atMost: left + 1)
            } catch {
                throw .malformed(error)
            }
            let rest = left - (before - buffer.count)
            guard rest >= 0 else { throw .longContent(limit: limits.contentOctets) }
            place = .content(content, left: rest, next: next)
            guard content.hasEnded, let next else { return false }
            output += next
            (place, interim) = (.head(HeadScanner(reader)), 0)
            return true
        }
    }

    /// Takes the head off the front; nil while it is not all there.
    private mutating func head(_ scanner: inout HeadScanner) throws(ProxyFault) -> ResponseHead? {
        // Junk is no HTTP, however long it is, or whatever is wrong with it as such.
        guard mayBeHTTP else { throw .otherProtocol }
        do throws(MessageError) {
            if let length = try scanner.length(of: buffer[...]), interim + length <= limits.headOctets {
                let head = try reader.response(buffer.prefix(length))
                interim += length
                buffer.removeFirst(length)
                place = .head(HeadScanner(reader))
                return head
            }
        } catch {
            let isLong = error == MessageError(431, .longHead(limit: limits.headOctets + 1))
            throw isLong ? .longHead(limit: limits.headOctets) : .malformed(error)
        }
        guard interim + buffer.count <= limits.headOctets else { throw .longHead(limit: limits.headOctets) }
        place = .head(scanner)
        return nil
    }

    /// Whether what is there of a head begins as one, behind empty lines: whoever speaks something else is not waited
    /// for. What stands behind the first octet over the limit does not count: it may not have come.
    private var mayBeHTTP: Bool {
        let start = Array("HTTP/1.".utf8)
        var begun = buffer.prefix(limits.headOctets - interim + 1)
        while begun.starts(with: [10]) || begun.starts(with: [13, 10]) { begun.removeFirst(begun.first == 10 ? 1 : 2) }
        return begun.starts(with: start) || start.starts(with: begun) || begun.elementsEqual([13])
    }

    private mutating func take(_ head: ResponseHead) throws(ProxyFault) -> Bool {
        switch ConnectAnswer(status: head.status) {
        case .interim:
            interimHeads.append(head)
            return true
        case .refused: throw .refused(head)
        case .opened:
            state = .open(head: head, rest: buffer)
            (buffer, output) = ([], [])
        case .asked:
            let framing: MessageFraming
            do throws(MessageError) {
                framing = try MessageFraming(of: head, to: "CONNECT", .lenient)
            } catch {
                throw .malformed(error)
            }
            state = .asked(ProxyQuestion(head: head, keepsConnection: keeps(head, framing)))
            place = .content(ContentReader(framing, reader), left: limits.contentOctets, next: nil)
        }
        return false
    }

    /// Whether another request may follow behind a 407.
    ///
    /// `Proxy-Connection` is no field of RFC 9110; proxies of HTTP/1.0 say by it what `Connection` says of HTTP/1.1
    /// (RFC 9112, Appendix C.2.2), and NTLM works with none of them without it.
    private func keeps(_ head: ResponseHead, _ framing: MessageFraming) -> Bool {
        let options = head.fields.list("Connection") + head.fields.list("Proxy-Connection")
        guard !options.contains("close"), head.minorVersion == 1 || options.contains("keep-alive") else {
            return false
        }
        switch framing {
        case .none, .chunked: return true
        case .length(let length): return length <= limits.contentOctets
        case .connection: return false
        }
    }

    /// Drops the content that is there.
    private static func skip(
        _ content: inout ContentReader, in buffer: inout [UInt8], atMost limit: Int
    ) throws(MessageError) {
        var rest = buffer.prefix(limit)
        let count = rest.count
        while !content.hasEnded, !rest.isEmpty, try content.take(&rest) != nil {}
        buffer.removeFirst(count - rest.count)
    }
}
