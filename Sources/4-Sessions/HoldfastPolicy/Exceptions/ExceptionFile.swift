import HoldfastCrypto
import HoldfastJSON
import HoldfastStatements
import HoldfastX509

/// The file of exceptions, schema `holdfast.exceptions/1`.
///
/// A digest over all entries lies beside them: a file that is cut, or of which one byte has changed, is corrupt as a
/// whole and trusts nobody. It guards against accidents; against whoever may write the file, its rights do.
struct ExceptionFile: Hashable {
    static let schema = "holdfast.exceptions/1"
    /// The beginning of the schema's name in every version.
    private static let family = "holdfast.exceptions/"

    var records: [ExceptionRecord]

    /// An error for bytes that are no such file.
    enum FormatError: Error, Hashable {
        case corrupt(Statement)
        /// A later version's; it is left alone.
        case unknownSchema(String)
    }

    init(_ records: [ExceptionRecord] = []) { self.records = records }

    /// Reads the file's bytes.
    init(_ bytes: [UInt8]) throws(FormatError) {
        let members: [String: JSONValue]
        do throws(JSONValue.SyntaxError) {
            members = try JSONValue(bytes).object ?? [:]
        } catch {
            throw .corrupt(error.statement)
        }
        guard let schema = members["schema"]?.text, schema.hasPrefix(Self.family) else {
            throw .corrupt(ExceptionFileSentence.noSchema.statement)
        }
        guard schema == Self.schema else { throw .unknownSchema(schema) }
        guard Set(members.keys) == ["schema", "exceptions", "digest"], let list = members["exceptions"]?.array else {
            throw .corrupt(ExceptionFileSentence.otherMembers.statement)
        }
        do throws(JSONValue.SyntaxError) {
            records = try list.map { item throws(JSONValue.SyntaxError) in try ExceptionRecord(item) }
        } catch {
            throw .corrupt(error.statement)
        }
        guard members["digest"]?.text == digest else { throw .corrupt(ExceptionFileSentence.otherDigest.statement) }
    }

    /// SHA-256 over the schema's name and all texts of all entries, each with its length in front (four octets, the
    /// most significant first), in lower-case hexadecimal.
    private var digest: String {
        let texts = [Self.schema] + records.flatMap(\.texts)
        return HexString.encode(Digest.sha256(texts.flatMap { TLSWriter.vector($0.utf8, lengthOctets: 4) }[...]))
    }

    /// The file's bytes.
    var bytes: [UInt8] {
        let list = records.isEmpty ? "[]" : "[\n" + records.map(\.json).joined(separator: ",\n") + "\n  ]"
        let text = """
            {
              "schema": \(JSONText.string(Self.schema)),
              "exceptions": \(list),
              "digest": \(JSONText.string(digest))
            }

            """
        return Array(text.utf8)
    }
}
