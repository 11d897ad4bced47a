import HoldfastPolicy
import HoldfastTrust

@testable import HoldfastPins

/// An XML file is a tree, the same once it is written and read, or is refused with a line of it; a network security
/// configuration out of it is one, or is refused in words.
func checkXML(_ bytes: [UInt8]) throws(Violation) {
    let lines = bytes.count { $0 == 0x0A } + 1
    let tree: XMLTree
    do throws(XMLTree.SyntaxError) {
        tree = try XMLTree(bytes)
    } catch {
        try expect((1...lines).contains(error.line), "line \(error.line) is none of \(lines)")
        try expect(!error.reason.isEmpty, "a refusal without words")
        return
    }
    try checkWritten(tree)
    try checkSize(tree, of: bytes.count)
    do throws(PinFileError) {
        for file in try PinFile.read(bytes, as: .android) { _ = try file.pins(publicSuffixes: nil) }
    } catch {
        try expect(!error.description.isEmpty, "a refusal without words")
    }
}

private func checkWritten(_ tree: XMLTree) throws(Violation) {
    let text = written(tree)
    guard let again = try? XMLTree(Array(text.utf8)) else { throw Violation("written again it is no XML") }
    try expect(isSame(again, tree), "written again it is another tree")
}

private func isSame(_ one: XMLTree, _ other: XMLTree) -> Bool {
    one.name == other.name && one.attributes == other.attributes && one.text == other.text
        && one.children.count == other.children.count && zip(one.children, other.children).allSatisfy(isSame)
}

/// Every character as a reference, but for those that no reference may name.
private func written(_ tree: XMLTree) -> String {
    func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            scalar.value >= 0x20 || [0x09, 0x0A, 0x0D].contains(scalar.value) ? "&#\(scalar.value);" : String(scalar)
        }.joined()
    }
    let attributes = tree.attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
    return "<\(tree.name)\(attributes)>\(escaped(tree.text))\(tree.children.map(written).joined())</\(tree.name)>"
}

/// Nothing grows by being read: there are no entities but XML's own.
private func checkSize(_ tree: XMLTree, of count: Int) throws(Violation) {
    func size(_ tree: XMLTree) -> Int {
        tree.name.utf8.count + tree.text.utf8.count
            + tree.attributes.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
            + tree.children.reduce(0) { $0 + size($1) }
    }
    try expect(size(tree) <= count, "\(count) octets became \(size(tree))")
}
