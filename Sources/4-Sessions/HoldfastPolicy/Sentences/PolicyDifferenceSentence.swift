import HoldfastStatements

/// Sentences about differences of two policy documents.
enum PolicyDifferenceSentence: Sentence {
    case servers(count: Int, areHosts: Bool)
    case lost(Statement, count: Int, member: String, names: String)
    case gained(Statement, count: Int, member: String, Statement, names: String)
    case changed(Statement, count: Int, member: String, from: Statement, to: Statement, names: String)
    case added(count: Int, areHosts: Bool, names: String)
    case removed(count: Int, areHosts: Bool, names: String)
    case updates

    static let topic = "policyDifference"

    var words: LocalizedText {
        switch self {
        case .servers(let count, let areHosts):
            areHosts
                ? LocalizedText(count == 1 ? "1 host" : "\(count) hosts", "\(count) 个主机")
                : LocalizedText(count == 1 ? "1 entry" : "\(count) entries", "\(count) 个条目")
        case .lost(let servers, let count, let member, let names):
            LocalizedText(
                "\(servers.english) \(count == 1 ? "loses its" : "lose their") \(member): \(names)",
                "\(servers.chinese)失去 \(member)：\(names)")
        case .gained(let servers, let count, let member, let new, let names):
            LocalizedText(
                "\(servers.english) \(count == 1 ? "gains" : "gain") \(member) (\(new.english)): \(names)",
                "\(servers.chinese)获得 \(member)（\(new.chinese)）：\(names)")
        case .changed(let servers, let count, let member, let old, let new, let names):
            LocalizedText(
                "\(servers.english) \(count == 1 ? "has" : "have") other \(member) (\(old.english) before, "
                    + "\(new.english) now): \(names)",
                "\(servers.chinese)的 \(member) 改变（原为 \(old.chinese)，现为 \(new.chinese)）：\(names)")
        case .added(let count, let areHosts, let names):
            LocalizedText(
                Self.entries(count, areHosts) + " added, which \(count == 1 ? "says" : "say") nothing: \(names)",
                "新增\(areHosts ? "主机" : "条目")，没有规定任何内容：\(names)")
        case .removed(let count, let areHosts, let names):
            LocalizedText(
                Self.entries(count, areHosts) + " removed, which said nothing: \(names)",
                "删除\(areHosts ? "主机" : "条目")，原来没有规定任何内容：\(names)")
        case .updates: LocalizedText("the settings of signed updates differ", "签名更新的设置不同")
        }
    }

    /// One or several of the entries of a document, without a number where there is one.
    private static func entries(_ count: Int, _ areHosts: Bool) -> String {
        let words = areHosts ? (one: "host", many: "hosts") : (one: "entry", many: "entries")
        return count == 1 ? words.one : "\(count) \(words.many)"
    }
}
