import HoldfastFacts
import HoldfastX509

extension TransparencyPolicy {
    /// Apple's policy, as its platforms judge public certificates.
    ///
    /// Source: Apple, "Apple's Certificate Transparency policy" (103214): so many timestamps in the certificate by its
    /// lifetime, or two with one beside it, and one of a log that is read by RFC 6962. Where the page is silent: Apple,
    /// Security framework, CertificateTransparency.c.
    public static let apple = TransparencyPolicy(
        "apple", source: "Apple, Certificate Transparency policy (103214)", in: table)

    /// Chrome's policy.
    ///
    /// Source: Chrome Certificate Transparency Policy: so many timestamps in the certificate, of two operators, or two
    /// beside it. Those of stapled OCSP responses counted until 20 March 2026.
    public static let chrome = TransparencyPolicy(
        "chrome", source: "Chrome, Certificate Transparency Policy", in: table)

    private static let table = try? FactTable.builtIn("transparency")

    private init(_ name: String, source: String, in table: FactTable?) {
        self.name = name
        self.source = source
        versions = (try? table.map { table throws(FactError) in try Self.versions(of: name, in: table) }) ?? []
    }

    /// The versions of a programme, in the order of the table, which has the newest first.
    ///
    /// - Throws: ``FactError`` for a row that says nothing, or something else than the rows of its version.
    static func versions(of name: String, in table: FactTable) throws(FactError) -> [Version] {
        var versions: [Version] = []
        for row in table.rows where row["policy"] == name {
            let period = try row.period()
            let version = try row.version(period)
            guard var last = versions.last, last.since == version.since else {
                versions.append(version)
                continue
            }
            guard version.agrees(with: last), last.add(period) else { throw FactError(line: row.line, .badValue) }
            versions[versions.count - 1] = last
        }
        return versions
    }
}

extension TransparencyPolicy.Version {
    /// Whether both say the same of everything but what certificates need.
    fileprivate func agrees(with other: Self) -> Bool {
        var (one, two) = (self, other)
        (one.periods, two.periods) = ([], [])
        return one == two
    }

    /// Takes in what another row says of a period; false where rows before it say something else of that period.
    fileprivate mutating func add(_ period: TransparencyPolicy.Period) -> Bool {
        guard var last = periods.last, last.from == period.from else {
            periods.append(period)
            return true
        }
        let rows = last.rows + period.rows
        last.rows = period.rows
        guard last == period else { return false }
        last.rows = rows
        periods[periods.count - 1] = last
        return true
    }
}

extension FactRow {
    /// The beginning of all time for a field without a day.
    private func start(_ column: String) throws(FactError) -> Instant {
        guard self[column] != nil else { return Instant(secondsSince1970: .min) }
        return try value(day(column))
    }

    private func value<Value>(_ value: Value?) throws(FactError) -> Value {
        guard let value else { throw FactError(line: line, .badValue) }
        return value
    }

    private func number(_ column: String) throws(FactError) -> Int {
        let number: Int = try value(self[column].flatMap { Int($0) })
        return try value(number > 0 ? number : nil)
    }

    private func flag(_ column: String) throws(FactError) -> Bool {
        guard let text = self[column] else { return false }
        return try value(text == "yes" ? true : nil)
    }

    private func rule() throws(FactError) -> TransparencyPolicy.Row {
        let limit: Int? = self["operator"] == nil ? nil : try number("operator")
        return TransparencyPolicy.Row(lifetime: try lifetime(), logs: try number("logs"), logsOfOperator: limit)
    }

    /// The period of the row, with the row in it.
    fileprivate func period() throws(FactError) -> TransparencyPolicy.Period {
        TransparencyPolicy.Period(
            from: try start("issued"), rows: [try rule()], operators: try number("operators"),
            needsGoogleAndAnother: try flag("google"))
    }

    fileprivate func version(_ period: TransparencyPolicy.Period) throws(FactError) -> TransparencyPolicy.Version {
        var counted: Set<TransparencyOutcome.Source> = []
        for way in try value(self["counted"]).split(separator: ",") {
            counted.insert(try value(TransparencyOutcome.Source(rawValue: String(way))))
        }
        let delivery: TransparencyPolicy.Delivery
        switch self["beside"] {
        case "one": delivery = .oneOfTwo
        case "both": delivery = .both
        default: throw FactError(line: line, .badValue)
        }
        return TransparencyPolicy.Version(
            since: try start("since"), day: source.day, requiredSince: try start("required"), periods: [period],
            counted: counted, delivery: delivery, needsRFC6962Log: try flag("rfc6962"),
            appliesListedLimits: try flag("limits"))
    }

    /// A lifetime as the table writes it: `180d`, `180x24h`, `<15m`, `27m`, or nothing for any.
    private func lifetime() throws(FactError) -> TransparencyPolicy.Lifetime {
        guard let text = self["lifetime"] else { return .any }
        func count(_ prefix: String, _ suffix: String) -> Int? {
            guard text.hasPrefix(prefix), text.hasSuffix(suffix) else { return nil }
            return Int(text.dropFirst(prefix.count).dropLast(suffix.count))
        }
        if let days = count("", "x24h") { return .daysBetween(Int64(days)) }
        if let days = count("", "d") { return .days(Int64(days)) }
        if let months = count("<", "m") { return .below(months: months) }
        return .months(try value(count("", "m")))
    }
}
