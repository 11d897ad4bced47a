import HoldfastResolving
import HoldfastTrust

/// Messages of the DNS put together by hand, the wrong ones too.
struct MessageMaker {
    /// Names without compression.
    static func name(_ text: String) -> [UInt8] {
        text.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
    }

    static func number(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xff), UInt8(value & 0xff)] }

    static func record(
        _ owner: [UInt8], _ type: Int, _ data: [UInt8], time: UInt32 = 300, classCode: Int = 1, length: Int? = nil
    ) -> [UInt8] {
        owner + number(type) + number(classCode) + number(Int(time >> 16)) + number(Int(time & 0xffff))
            + number(length ?? data.count) + data
    }

    static func a(_ owner: String, _ last: UInt8 = 1, time: UInt32 = 300) -> [UInt8] {
        record(name(owner), 1, [192, 0, 2, last], time: time)
    }

    static func alias(_ owner: String, _ target: String, time: UInt32 = 300) -> [UInt8] {
        record(name(owner), 5, name(target), time: time)
    }

    static func authority(_ zone: String, time: UInt32, minimum: UInt32) -> [UInt8] {
        let numbers = [1, 7200, 900, 1_209_600, minimum].flatMap { number(Int($0 >> 16)) + number(Int($0 & 0xffff)) }
        return record(name(zone), 6, name("ns." + zone) + name("admin." + zone) + numbers, time: time)
    }

    static func options(extendedCode: UInt32 = 0, data: [UInt8] = []) -> [UInt8] {
        record([0], 41, data, time: extendedCode << 24, classCode: 1232)
    }

    var identifier = 0
    var flags = 0x8180
    var question = name("www.example.com") + [0, 1, 0, 1]
    var answers: [[UInt8]] = []
    var authorities: [[UInt8]] = []
    var additional: [[UInt8]] = []
    var counts: [Int]?
    var tail: [UInt8] = []

    init(_ change: (inout MessageMaker) -> Void = { _ in }) { change(&self) }

    var bytes: [UInt8] {
        let counts = counts ?? [1, answers.count, authorities.count, additional.count]
        return Self.number(identifier) + Self.number(flags) + counts.flatMap(Self.number) + question
            + (answers + authorities + additional).flatMap { $0 } + tail
    }

    /// What is said of a name, in short: addresses and time, or the word for the error and time.
    static func outcome(
        _ message: [UInt8], _ name: String = "www.example.com", _ kind: AddressKind = .ipv4
    ) throws -> String {
        let query = ResolverQuery(try DNSName(name), kind)
        func time(_ duration: Duration?) -> String { duration.map { "\($0.components.seconds)" } ?? "-" }
        do throws(DNSMessageError) {
            let answer = try DNSMessage.answer(in: message, to: query)
            return answer.addresses.map { "\($0) " }.joined() + time(answer.timeToLive)
        } catch {
            switch error.reason {
            case .failed(let code): return "failed \(code)"
            default: return ResolverError(error.reason, from: "test").code + " " + time(error.timeToLive)
            }
        }
    }
}
