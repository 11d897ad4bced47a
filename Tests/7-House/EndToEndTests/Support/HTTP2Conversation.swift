import HoldfastServing

/// As much of HTTP/2 (RFC 9113) as it takes to answer in a way that no sound server does.
struct HTTP2Conversation {
    /// A request as it came; its fields stay compressed.
    struct Request {
        let stream: UInt32
        /// Counted from 1.
        let number: Int
        var content: [UInt8] = []
    }

    /// RFC 9113 §6.
    enum FrameType: UInt8 {
        case data = 0
        case headers = 1
        case reset = 3
        case settings = 4
    }

    /// RFC 7541 appendix A: `:status: 200`; and `content-length` as a literal without indexing (§6.2.2).
    static func head(length: Int) -> [UInt8] {
        let digits = Array("\(length)".utf8)
        return [0x88, 0x0F, 0x0D, UInt8(digits.count)] + digits
    }

    static func frame(_ type: FrameType, _ flags: UInt8, _ stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
        let count = payload.count
        let head = [UInt8(truncatingIfNeeded: count >> 16), UInt8(truncatingIfNeeded: count >> 8)]
        let id = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: stream >> $0) }
        return head + [UInt8(truncatingIfNeeded: count), type.rawValue, flags] + id + payload
    }

    /// Reads requests and has them answered, until the client goes away, or where a request has no answer.
    static func serve(
        _ connection: TLSConversation, _ answer: (Request) throws(ServingError) -> [UInt8]?
    ) throws(ServingError) {
        try connection.write(frame(.settings, 0, 0, []))
        // RFC 9113 §3.4: the client's preface.
        var bytes: ArraySlice<UInt8> = []
        var preface = 24
        var requests: [UInt32: Request] = [:]
        var number = 0
        while true {
            let more = try connection.read()
            guard !more.isEmpty else { return }
            bytes += more
            if preface > 0, bytes.count >= preface {
                bytes = bytes.dropFirst(preface)
                preface = 0
            }
            while preface == 0, bytes.count >= 9 {
                let head = Array(bytes.prefix(9))
                let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
                guard bytes.count >= 9 + length else { break }
                let payload = Array(bytes.dropFirst(9).prefix(length))
                bytes = bytes.dropFirst(9 + length)
                let stream = head[5...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                switch FrameType(rawValue: head[3]) {
                case .settings where head[4] & 1 == 0: try connection.write(frame(.settings, 1, 0, []))
                case .headers:
                    number += 1
                    requests[stream] = Request(stream: stream, number: number)
                case .data: requests[stream]?.content += payload
                default: continue
                }
                let isLast = head[3] <= FrameType.headers.rawValue && head[4] & 1 == 1
                if isLast, let request = requests.removeValue(forKey: stream) {
                    guard let frames = try answer(request) else { return }
                    try connection.write(frames)
                }
            }
        }
    }
}
