import HoldfastHTTP
import HoldfastX509

/// An element of `Sec-WebSocket-Extensions` (RFC 6455 §9.1): a name with its parameters.
struct ExtensionField: Hashable {
    struct Parameter: Hashable {
        var name: String
        var value: String?
    }

    var name: String
    var parameters: [Parameter]

    /// Reads all elements of all fields; nil where one of them is none.
    static func all(in fields: [HTTPField]) -> [ExtensionField]? {
        var all: [ExtensionField] = []
        for field in fields.all("Sec-WebSocket-Extensions") {
            for element in FieldGrammar.elements(field.value) {
                guard let one = ExtensionField(element) else { return nil }
                all.append(one)
            }
        }
        return all
    }

    /// Reads one element. A quoted value has to be a token when its quotes are gone (§9.1), so that no comma and no
    /// semicolon stands in one.
    private init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { FieldGrammar.trimmed($0) }
        guard let first = parts.first, FieldGrammar.isToken(first) else { return nil }
        name = String(decoding: first, as: UTF8.self).asciiLowercased()
        parameters = []
        for part in parts.dropFirst() {
            let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                .map { FieldGrammar.trimmed($0) }
            guard let name = halves.first, FieldGrammar.isToken(name) else { return nil }
            var parameter = Parameter(name: String(decoding: name, as: UTF8.self).asciiLowercased(), value: nil)
            if halves.count > 1 {
                var value = halves[1]
                if value.count >= 2, value.first == 0x22, value.last == 0x22 { value = value.dropFirst().dropLast() }
                guard FieldGrammar.isToken(value) else { return nil }
                parameter.value = String(decoding: value, as: UTF8.self)
            }
            parameters.append(parameter)
        }
    }

    /// The parameter of a name; nil where there is none, or more than one.
    subscript(name: String) -> Parameter? {
        let all = parameters.filter { $0.name == name }
        return all.count == 1 ? all[0] : nil
    }
}
