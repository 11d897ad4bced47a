import HoldfastTrust

@testable import HoldfastResolving
import HoldfastX509

/// An answer has addresses of the kind that was asked for, at most as many as may be, and the same ones each time; each
/// is somewhere in the message, in the data of a record of its kind.
func checkDNSMessage(_ bytes: [UInt8]) throws(Violation) {
    let name = try prepared { try DNSName("www.example.com") }
    for kind in AddressKind.allCases {
        let query = ResolverQuery(name, kind)
        let answer = DNSMessageProperty.answer(in: bytes, to: query)
        try expect(answer == DNSMessageProperty.answer(in: bytes, to: query), "the same message, another answer")
        switch answer {
        case .failure(let failure):
            let words = ResolverError(failure.reason, from: "x").description
            try expect((1..<200).contains(words.utf8.count), "a refusal without words, or with too many")
            try expect(isTime(failure.timeToLive), "a time that there is not")
        case .success(let answer):
            try expect(isTime(answer.timeToLive), "a time that there is not")
            try expect(answer.addresses.count <= DNSMessage.maximumAddresses, "too many addresses")
            for address in answer.addresses {
                try expect(AddressKind(of: address) == kind, "an address of another kind")
                let data = [0, UInt8(kind.recordType), 0, 1]
                try expect(
                    stands(address.bytes, behind: data, in: bytes), "the address \(address) is in no record")
            }
        }
    }
}

private typealias Answer = Result<DNSMessageAnswer, DNSMessageError>

private enum DNSMessageProperty {
    static func answer(in bytes: [UInt8], to query: ResolverQuery) -> Answer {
        do throws(DNSMessageError) {
            return .success(try DNSMessage.answer(in: bytes, to: query))
        } catch {
            return .failure(error)
        }
    }
}

private func isTime(_ time: Duration?) -> Bool {
    time.map { (0...Int64(Int32.max)).contains($0.components.seconds) } ?? true
}

/// Type and class, a time of four octets, the length, and the address.
private func stands(_ address: [UInt8], behind start: [UInt8], in bytes: [UInt8]) -> Bool {
    let length = start.count + 6 + address.count
    guard bytes.count >= length else { return false }
    return (0...bytes.count - length).contains { place in
        bytes[place..<place + 4].elementsEqual(start)
            && bytes[place + 8..<place + 10].elementsEqual([0, UInt8(address.count)])
            && bytes[place + 10..<place + length].elementsEqual(address)
    }
}
