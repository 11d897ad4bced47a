import HoldfastWebSocket
import TestSupport
import Testing

@Suite("Autobahn's cases for clients")
struct AutobahnTests {
    @Test("framing", arguments: AutobahnCase.framing) func framing(row: AutobahnCase) { check(row) }
    @Test("pings and pongs", arguments: AutobahnCase.pings) func pings(row: AutobahnCase) { check(row) }
    @Test("reserved bits", arguments: AutobahnCase.reserved) func reserved(row: AutobahnCase) { check(row) }
    @Test("opcodes", arguments: AutobahnCase.opcodes) func opcodes(row: AutobahnCase) { check(row) }
    @Test("fragmentation", arguments: AutobahnCase.fragments) func fragments(row: AutobahnCase) { check(row) }
    @Test("text", arguments: AutobahnCase.texts) func texts(row: AutobahnCase) { check(row) }
    @Test("closes", arguments: AutobahnCase.closes) func closes(row: AutobahnCase) { check(row) }

    @Test("limits", arguments: AutobahnCase.limits(dividedBy: 4) + [AutobahnCase.chopped])
    func limits(row: AutobahnCase) { check(row) }

    private func check(_ row: AutobahnCase) {
        let sent = row.sent
        let outcome = heard(sent, by: row.size)
        // A long message of stars is told by its length; a text of some octets as it is.
        #expect(outcome == row.outcome, "\(row.number)")
        // However it comes, it means the same.
        if sent.count < 4_096 { #expect(heard(sent, by: 1) == row.outcome, "\(row.number), by octets") }
    }

    @Test("each number of the list is here, once")
    func numbers() {
        let frames = AutobahnCase.all(dividedBy: 16).map(\.number)
        let numbers = frames + AutobahnCompression.all(dividedBy: 4).map(\.number)
        #expect(frames.count == 301 && numbers.count == 517 && Set(numbers).count == 517)
        let groups = [
            "1": 16, "2": 11, "3": 7, "4": 10, "5": 20, "6": 145, "7": 37, "9": 54, "10": 1, "12": 90, "13": 126,
        ]
        let counted = Dictionary(numbers.map { (String($0.prefix { $0 != "." }), 1) }, uniquingKeysWith: +)
        #expect(counted == groups)
    }
}
