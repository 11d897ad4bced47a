import HoldfastFacts

/// A name of Apple's platforms that Foundation on Linux does not have, or has with another meaning.
struct LinuxLack: Sendable {
    /// The kind of what is lacking.
    enum Kind: String, Sendable {
        /// A module that cannot be imported.
        case module
        /// A type, function, member or attribute that is not there, or has another type.
        case name
        /// A constant that is there and has another value.
        case number
        /// A name that is there in another module than Foundation.
        case moved
        /// A name that HoldfastNetworking has, with another effect.
        case differs
    }

    /// The name as Apple documents it.
    let name: String
    let kind: Kind
    /// The words and marks by which it is found in source code, one after the other.
    let pattern: [String]
    /// The advice: what is written instead.
    let advice: LinuxAdvice
    /// A line that compiles on Apple's platforms alone; of a number, Apple's value; of what differs, a line that has
    /// the name; nil for a module.
    let probe: String?

    init(_ fact: FactRow) throws(FactError) {
        guard let name = fact["name"], let kind = fact["kind"].flatMap(Kind.init(rawValue:)),
            let pattern = fact["pattern"]?.split(separator: " ").map(String.init), !pattern.isEmpty,
            let advice = fact["advice"].flatMap(LinuxAdvice.init(rawValue:)),
            (fact["probe"] == nil) == (kind == .module)
        else { throw FactError(line: fact.line, .badValue) }
        (self.name, self.kind, self.pattern, self.advice, self.probe) = (name, kind, pattern, advice, fact["probe"])
    }
}

/// The table `linux-lacks` of what source code for Apple's platforms uses and Foundation on Linux does not have.
struct LinuxLackTable: Sendable {
    /// The rows in the order of the file.
    let rows: [LinuxLack]
    /// The toolchain with which each row was compiled, as `Swift 6.3.1`.
    let toolchain: String
    /// The modules that cannot be imported, by name.
    let modules: [String: LinuxLack]
    /// The other rows, by the last word or mark of their pattern.
    let byEnd: [String: [LinuxLack]]
    /// Modules of the table that the build has all the same, and the advice that they make needless.
    let present: [String: LinuxAdvice]

    /// The table that is compiled in.
    ///
    /// - Throws: ``FactError`` where the file is no such table: a test reads it.
    static func builtIn() throws(FactError) -> LinuxLackTable {
        let facts = try FactTable.builtIn("linux-lacks")
        var rows: [LinuxLack] = []
        for fact in facts.rows { rows.append(try LinuxLack(fact)) }
        guard let source = facts.rows.first?.source.name.split(separator: " (").first else {
            throw FactError(line: 0, .badSource)
        }
        return LinuxLackTable(rows, toolchain: String(source))
    }

    /// The names that are in another module than Foundation alone: what is looked for without being asked for. Nil
    /// where the table that is compiled in is none, which a test sees.
    static let moved: LinuxLackTable? = (try? builtIn()).map { table in
        LinuxLackTable(table.rows.filter { $0.kind == .moved || $0.kind == .module }, toolchain: table.toolchain)
    }

    /// The table for a build that has some of the modules, by products or packages.
    ///
    /// - Returns: nil where one of the names is no module of the table.
    func having(_ names: [String]) -> LinuxLackTable? {
        var present = present
        for name in names {
            guard let row = modules[name] else { return nil }
            present[name] = row.advice
        }
        return LinuxLackTable(
            rows.filter { $0.kind != .module || present[$0.name] == nil }, toolchain: toolchain, present: present)
    }

    private init(_ rows: [LinuxLack], toolchain: String, present: [String: LinuxAdvice] = [:]) {
        (self.rows, self.toolchain, self.present) = (rows, toolchain, present)
        modules = Dictionary(
            rows.compactMap { row in row.kind == .module ? (row.name, row) : nil }, uniquingKeysWith: { one, _ in one })
        byEnd = Dictionary(grouping: rows.filter { $0.kind != .module }, by: { $0.pattern[$0.pattern.count - 1] })
    }
}
