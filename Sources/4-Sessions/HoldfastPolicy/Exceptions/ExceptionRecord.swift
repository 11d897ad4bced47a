import HoldfastCrypto
import HoldfastJSON
import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// One entry of the file as it is written: texts, believed only after ``exception()`` has read them.
struct ExceptionRecord: Hashable {
    /// SHA-256, lower-case hexadecimal.
    var certificate: String
    var host: String
    /// `ssl`; the only purpose whose exceptions are kept in the file.
    var purpose: String
    /// RFC 3339.
    var createdAt: String
    /// RFC 3339.
    var until: String
    var codes: [String]
    var note: String?

    /// An error for an entry that is no exception.
    struct FormatError: Error, Hashable {
        let statement: Statement

        init(_ fault: ExceptionFileSentence) { statement = fault.statement }
        init(_ error: TrustExceptionError) { statement = error.statement }
    }

    /// Nil for an exception that names no server: such a one is not kept for every program of a user.
    init?(_ exception: TrustException) {
        guard let host = exception.host else { return nil }
        certificate = HexString.encode(exception.certificate)
        self.host = host.description
        purpose = exception.purpose.name
        createdAt = exception.createdAt.description
        until = exception.until.description
        codes = exception.codes.map(\.rawValue).sorted()
        note = exception.note
    }

    /// The entry as JSON has it; each member a text, but the list of codes.
    init(_ value: JSONValue) throws(JSONValue.SyntaxError) {
        func syntaxError(_ fault: ExceptionFileSentence) -> JSONValue.SyntaxError {
            JSONValue.SyntaxError(position: value.position, fault)
        }
        let names: Set = ["certificate", "host", "purpose", "createdAt", "until", "codes", "note"]
        guard let members = value.object, Set(members.keys).isSubset(of: names) else {
            throw syntaxError(.entryMembers)
        }
        func text(_ name: String) throws(JSONValue.SyntaxError) -> String {
            guard let text = members[name]?.text else { throw syntaxError(.noMember(name)) }
            return text
        }
        certificate = try text("certificate")
        host = try text("host")
        purpose = try text("purpose")
        createdAt = try text("createdAt")
        until = try text("until")
        note = members["note"] == nil ? nil : try text("note")
        let codes = members["codes"]?.array
        self.codes = codes?.compactMap(\.text) ?? []
        guard let codes, codes.count == self.codes.count else { throw syntaxError(.noMember("codes")) }
    }

    /// The exception that the entry states.
    ///
    /// A code that this version does not know is none that it could find: it stays in the file and overrides nothing.
    func exception() throws(FormatError) -> TrustException {
        guard let fingerprint = HexString.decode(certificate), certificate == certificate.asciiLowercased() else {
            throw FormatError(.noFingerprint(certificate))
        }
        guard let name = try? ServerName(host), name.description == host else {
            throw FormatError(.noServer(host))
        }
        guard purpose == TrustPolicy.Purpose.ssl(name).name else {
            throw FormatError(.purpose(purpose))
        }
        guard let createdAt = Instant(rfc3339: createdAt), let until = Instant(rfc3339: until) else {
            throw FormatError(.noTime)
        }
        do throws(TrustExceptionError) {
            return try TrustException(
                certificate: fingerprint, host: name, codes: Set(codes.compactMap(FindingCode.named)),
                createdAt: createdAt, until: until, note: note)
        } catch {
            throw FormatError(error)
        }
    }

    /// Whether it is about the same certificate, host and purpose.
    func isAbout(sameAs other: ExceptionRecord) -> Bool {
        certificate == other.certificate && host == other.host && purpose == other.purpose
    }

    /// The texts in the order in which the file's digest takes them.
    var texts: [String] {
        [certificate, host, purpose, createdAt, until, "\(codes.count)"] + codes + (note.map { ["1", $0] } ?? ["0"])
    }

    /// The entry on lines of its own.
    var json: String {
        let codes = codes.map(JSONText.string).joined(separator: ", ")
        var members = [
            ("certificate", JSONText.string(certificate)), ("host", JSONText.string(host)),
            ("purpose", JSONText.string(purpose)), ("createdAt", JSONText.string(createdAt)),
            ("until", JSONText.string(until)), ("codes", "[\(codes)]"),
        ]
        if let note { members.append(("note", JSONText.string(note))) }
        return "    {\n" + members.map { "      \"\($0)\": \($1)" }.joined(separator: ",\n") + "\n    }"
    }
}
