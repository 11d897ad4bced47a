import HoldfastJSON

extension ProviderDescription {
    /// The largest document; 64 KiB.
    public static let maximumBytes = 1 << 16

    /// Reads a description.
    ///
    /// - Parameter json: the document, at most ``maximumBytes``.
    /// - Throws: ``ProviderDescriptionError`` for whatever is missing, unknown or has another form.
    public init(json: some Collection<UInt8>) throws(ProviderDescriptionError) {
        guard json.count <= Self.maximumBytes else {
            throw ProviderDescriptionError(.tooLarge(limit: Self.maximumBytes))
        }
        let document: JSONValue
        do throws(JSONValue.SyntaxError) {
            document = try JSONValue(Array(json), allowingRepeatedNames: true)
        } catch {
            throw ProviderDescriptionError(.noJSON(error.statement))
        }
        var members = try ProviderMembers(document, of: .document)
        guard try members.text("schema") == "holdfast.provider/1" else {
            throw ProviderDescriptionError(.schema)
        }
        name = try members.text("name")
        guard (1...100).contains(name.utf8.count), name.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw ProviderDescriptionError(.name)
        }
        url = try Self.url(try members.text("url"))
        optional = try Self.optional(&members)
        kinds = try Self.perKind(&members, "kinds")
        signature = try Self.signature(&members)
        validity = try members.number("validity", in: 1...604_800) ?? 300
        form = try Self.form(&members)
        (unauthorized, noSuchName) = ([], [])
        if var errors = try members.object("errors") {
            unauthorized = Set(try errors.texts("unauthorized"))
            noSuchName = Set(try errors.texts("noSuchName"))
            try errors.end()
        }
        try members.end()
        guard kinds.values.allSatisfy(Self.isVisible) else {
            throw ProviderDescriptionError(.character(name: "kinds"))
        }
        guard !kinds.isEmpty else { throw ProviderDescriptionError(.noKinds) }
        guard url.places.contains(.signature) == (signature != nil) else {
            throw ProviderDescriptionError(.signatures)
        }
        guard url.places.contains(.host) else { throw ProviderDescriptionError(.noHost) }
        if case .json(let form) = form, Set(form.addresses.keys) != Set(kinds.keys) {
            throw ProviderDescriptionError(.otherKinds)
        }
    }

    private static func isVisible(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "#") }
    }

    private static func url(_ text: String) throws(ProviderDescriptionError) -> ProviderTemplate {
        guard text.hasPrefix("https://{server}/") else {
            throw ProviderDescriptionError(.urlBeginning)
        }
        guard isVisible(text) else { throw ProviderDescriptionError(.character(name: "url")) }
        let template = try ProviderTemplate(text)
        guard template.places.isDisjoint(with: [.region, .clientAddress]) else {
            throw ProviderDescriptionError(.optional)
        }
        return template
    }

    private static func optional(
        _ members: inout ProviderMembers
    ) throws(ProviderDescriptionError) -> [ProviderTemplate.Place: ProviderTemplate] {
        guard var object = try members.object("optional") else { return [:] }
        var parts: [ProviderTemplate.Place: ProviderTemplate] = [:]
        for place in [ProviderTemplate.Place.region, .clientAddress] {
            guard let text = try object.optionalText(place.rawValue) else { continue }
            let template = try ProviderTemplate(text)
            guard template.places == [place], isVisible(text) else {
                throw ProviderDescriptionError(.notAlone(place: place.rawValue))
            }
            parts[place] = template
        }
        try object.end()
        return parts
    }

    private static func signature(
        _ members: inout ProviderMembers
    ) throws(ProviderDescriptionError) -> Signature? {
        guard var object = try members.object("signature") else { return nil }
        guard let algorithm = Algorithm(rawValue: try object.text("algorithm")) else {
            throw ProviderDescriptionError(.algorithm)
        }
        let text = try ProviderTemplate(try object.text("text"))
        try object.end()
        guard !text.places.contains(.signature) else {
            throw ProviderDescriptionError(.ofItself)
        }
        return Signature(algorithm: algorithm, text: text)
    }

    private static func form(_ members: inout ProviderMembers) throws(ProviderDescriptionError) -> Form {
        guard var object = try members.object("answer") else {
            throw ProviderDescriptionError(.missing(name: "answer"))
        }
        let form: Form
        switch try object.text("format") {
        case "json":
            form = .json(
                JSONForm(
                    addresses: try perKind(&object, "addresses").mapValues(path),
                    timeToLive: try object.has("timeToLive") ? perKind(&object, "timeToLive").mapValues(path) : [:],
                    host: try object.optionalText("host").map(path), error: try object.optionalText("error").map(path),
                    success: Set(try object.texts("success"))))
        case "text":
            form = .text(
                TextForm(
                    separator: try object.text("separator"), timeToLive: try object.optionalText("timeToLive"),
                    end: try object.optionalText("end"), none: Set(try object.texts("none"))))
        default: throw ProviderDescriptionError(.format)
        }
        try object.end()
        if case .text(let form) = form {
            for text in [form.separator, form.timeToLive, form.end].compactMap({ $0 }) where text.count != 1 {
                throw ProviderDescriptionError(.notOneCharacter(text))
            }
        }
        return form
    }

    private static func perKind(
        _ members: inout ProviderMembers, _ name: String
    ) throws(ProviderDescriptionError) -> [AddressKind: String] {
        guard var object = try members.object(name) else { throw ProviderDescriptionError(.missing(name: name)) }
        var values: [AddressKind: String] = [:]
        for kind in AddressKind.allCases { values[kind] = try object.optionalText(kind.rawValue) }
        try object.end()
        return values
    }

    private static func path(_ text: String) -> [String] {
        text.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    }
}
