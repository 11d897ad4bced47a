import HoldfastFacts
import HoldfastX509
import Testing

@Suite("Tables of facts")
struct FactTableTests {
    private static let good = """
        # For people.
        #source\ta\tthe list of A\t2026-10-20
        #source\tb\tthe page of B\t2025-01-31
        #columns\tname\tsince\tsource

        one\t2024-06-30\ta
        two\t-\tb
        """

    private func error(_ text: String) -> FactError? {
        do throws(FactError) { _ = try FactTable(text.utf8) } catch { return error }
        return nil
    }

    @Test("rows have their fields, their source and its day")
    func rows() throws {
        let table = try FactTable(Self.good.utf8)
        #expect(table.rows.map { $0["name"] } == ["one", "two"])
        #expect(table.rows[0].day("since") == Instant(year: 2024, month: 6, day: 30))
        #expect(table.rows[1]["since"] == nil && table.rows[1]["elsewhere"] == nil)
        #expect(
            table.rows[1].source
                == FactSource(name: "the page of B", day: try #require(Instant(year: 2025, month: 1, day: 31))))
        #expect(table.day == Instant(year: 2026, month: 10, day: 20) && table.rows[0].line == 6)
    }

    @Test(
        "a text that is no such table is refused, with the line",
        arguments: [
            ("one\ta\n", 1, FactError.Reason.badRow), ("", 1, .badColumns), ("#columns\tname\n", 1, .badColumns),
            ("#columns\tname\tname\tsource\n", 1, .badColumns), ("#source\ta\tA\t2026-02-30\n", 1, .badSource),
            ("#source\ta\tA\n", 1, .badSource), ("#columns\tsource\n\nz\n", 3, .unknownSource),
            (good + "\nthree\ta", 8, .badRow), (good + "\n#source\ta\tagain\t2026-10-20", 8, .badSource),
        ])
    func refused(_ text: String, _ line: Int, _ reason: FactError.Reason) throws {
        #expect(error(text) == FactError(line: line, reason))
        #expect(throws: FactError.self) { try FactTable([0x23, 0xFF, 10]) }
        #expect(throws: FactError.self) { try FactTable(repeatElement(10, count: 5 << 20)) }
    }

    @Test("the tables that are compiled in can be read, and have a day")
    func builtIn() throws {
        for name in [
            "clients", "constraints", "deadlines", "error-lines", "habits", "linux-lacks", "remedies", "roots",
            "status-codes", "tls-numbers",
            "transparency",
        ] {
            let table = try FactTable.builtIn(name)
            #expect(!table.rows.isEmpty && table.day != nil, "\(name)")
        }
        #expect(throws: FactError.self) { try FactTable.builtIn("no-such-table") }
    }
}
