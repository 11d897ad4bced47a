extension FindingCode {
    /// The code of that name, a standard one or one of a rule of one's own; nil for any other text.
    public static func named(_ name: String) -> FindingCode? {
        if let standard = all.first(where: { $0.rawValue == name }) { return standard }
        let prefix = "custom-"
        guard name.hasPrefix(prefix), name.utf8.count > prefix.utf8.count else { return nil }
        return FindingCode(custom: String(name.dropFirst(prefix.count)))
    }
}
