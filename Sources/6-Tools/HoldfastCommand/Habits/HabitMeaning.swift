/// The meaning of another program's command together with its options, where the command alone would mislead.
///
/// A hint that does something else than what was asked for is worse than none: what has no plain equal has no line.
struct HabitMeaning {
    private let arguments: [String]
    private let options: Set<String>

    /// Reads the options of a line.
    ///
    /// - Parameter arguments: what follows the command; openssl takes its options with two dashes as well.
    init(_ arguments: some Sequence<String>) {
        self.arguments = Array(arguments)
        options = Set(
            self.arguments.filter { $0.hasPrefix("-") }.map { word in
                String((word.hasPrefix("--") ? word.dropFirst() : word[...]).prefix { $0 != "=" })
            })
    }

    /// The command of ours with its options for one of openssl's or step's; nil where there is none that does the same.
    ///
    /// - Parameter pattern: that of the command's row.
    func pattern(_ pattern: String, for command: String) -> String? {
        switch command {
        case "req": request(pattern)
        case "x509": certificate(pattern)
        case "crl": has("-out", "-outform") && !has("-text") ? nil : pattern
        case "asn1parse", "storeutl": has("-out") ? nil : pattern
        case "pkcs7": shown(pattern)
        case "pkcs12": store(pattern)
        case "pkcs8": has("-nocrypt") ? key(pattern) : nil
        case "pkey", "rsa", "ec": key(pattern)
        case "genrsa", "genpkey", "ecparam": newKey(command)
        // The lab has certificates of its own.
        case "s_server": has("-cert", "-key", "-www", "-WWW") ? nil : pattern
        // step-cli's reference: "--profile=profile: The certificate profile sets various certificate details".
        case "certificate create": has("-csr") || !["leaf", nil].contains(value(of: "--profile")) ? nil : pattern
        case "certificate", "crypto", "ca":
            arguments.first.map { $0.hasPrefix("-") || HabitWords.isPlain($0) } ?? true ? pattern : nil
        default: pattern
        }
    }

    // MARK: openssl's commands

    /// openssl-req(1): without `-new`, `-newkey` or `-x509` a request is read.
    private func request(_ pattern: String) -> String? {
        let makes = has("-x509") ? "create self-signed --name NAME --out NAME.pem --key NAME.key" : pattern
        guard has("-new", "-newkey", "-x509") || !has("-in") else { return shown("inspect") }
        if has("-in") { return nil }
        guard let kind = value(of: "-newkey") else { return makes }
        return keyType(kind).map { "\(makes) --key-type \($0)" }
    }

    private func certificate(_ pattern: String) -> String? {
        if has("-req") { return has("-signkey", "-key") || !has("-CA") ? nil : pattern }
        return has("-new", "-signkey", "-key", "-x509toreq", "-CA") ? nil : shown(pattern)
    }

    /// The line for what is read: shown, or written in another form.
    private func shown(_ pattern: String) -> String {
        has("-out") && !has("-outform", "-text", "-noout", "-pubkey") ? "convert --to pem --out NEW.pem" : pattern
    }

    /// openssl-pkcs12(1): without `-export` a store is read, and its parts are written as PEM.
    private func store(_ pattern: String) -> String? {
        if has("-export") { return pattern }
        if has("-noout") { return "inspect" }
        // A part of the store alone, or a key that is encrypted again.
        guard has("-nodes", "-noenc"), !has("-nokeys", "-nocerts", "-clcerts", "-cacerts") else { return nil }
        return "convert --to pem --out NEW.pem"
    }

    private func key(_ pattern: String) -> String? {
        guard !has("-traditional", "-outform"), !options.contains(where: Self.isCipher) else { return nil }
        if has("-pubout") { return has("-pubin") ? nil : "convert --to public-key" }
        if has("-check", "-text", "-noout", "-modulus") { return "inspect" }
        return has("-pubin") ? nil : pattern
    }

    private func newKey(_ command: String) -> String? {
        guard !options.contains(where: Self.isCipher) else { return nil }
        let kind: String? =
            switch command {
            case "genrsa": keyType("rsa:\(arguments.last.flatMap { Int($0) } ?? 2048)")
            case "ecparam": has("-genkey") ? curve(value(of: "-name")) : nil
            default: value(of: "-algorithm").flatMap(keyType)
            }
        return kind.map { "create key --key-type \($0) --out NEW.key" }
    }

    // MARK: Words

    private func has(_ words: String...) -> Bool { words.contains(where: options.contains) }

    /// The value of an option, behind it or attached to it.
    private func value(of option: String) -> String? {
        for (word, next) in zip(arguments, arguments.dropFirst() + [""]) {
            if word == option { return next }
            if word.hasPrefix("\(option)=") { return String(word.dropFirst(option.count + 1)) }
        }
        return nil
    }

    /// The kind of a new key: openssl-req(1), `-newkey`, and openssl-genpkey(1), `-algorithm`, with `-pkeyopt`.
    private func keyType(_ kind: String) -> String? {
        let parts = kind.lowercased().split(separator: ":", maxSplits: 1).map(String.init)
        let option = value(of: "-pkeyopt").flatMap { $0.split(separator: ":").last.map(String.init) }
        switch parts.first {
        case "ed25519": return "ed25519"
        case "ec": return curve(option)
        case "rsa":
            let bits = parts.count > 1 ? parts[1] : option ?? "2048"
            return ["2048", "3072", "4096"].contains(bits) ? "rsa-\(bits)" : nil
        default: return nil
        }
    }

    private func curve(_ name: String?) -> String? {
        switch name {
        case "prime256v1", "P-256": "p-256"
        case "secp384r1", "P-384": "p-384"
        case "secp521r1", "P-521": "p-521"
        default: nil
        }
    }

    /// Whether an option encrypts a key.
    private static func isCipher(_ option: String) -> Bool {
        ["-aes", "-des", "-aria", "-camellia", "-idea", "-cipher", "-seed"].contains { option.hasPrefix($0) }
    }

    // MARK: Programs without commands

    /// Whether keytool's line has a plain equal: its commands are options.
    var isKnownKeytool: Bool {
        // keytool(1): "-cacerts" is the one keystore that trust-store install --only java changes.
        if has("-importcert", "-import") {
            return has("-cacerts") || value(of: "-keystore").map { $0.hasSuffix("cacerts") } ?? false
        }
        return has("-printcert", "-list", "-printcertreq", "-printcrl")
    }

    /// Whether kubectl's line prints a secret.
    var readsSecret: Bool {
        zip(arguments, arguments.dropFirst()).contains { verb, kind in
            verb == "get" && (["secret", "secrets"].contains(kind) || kind.hasPrefix("secret/"))
        }
    }
}
