import Foundation
import FoundationXML

/// One thing that tshark found: a protocol, or a field of it, in PDML (`tshark -T pdml`).
final class PDMLElement {
    let name: String
    /// The value in tshark's words.
    let show: String
    /// The bytes in hexadecimal.
    let value: String
    let showname: String
    let size: Int
    var children: [PDMLElement] = []

    init(_ attributes: [String: String]) {
        name = attributes["name"] ?? ""
        show = attributes["show"] ?? ""
        value = attributes["value"] ?? ""
        showname = attributes["showname"] ?? ""
        size = attributes["size"].flatMap { Int($0) } ?? 0
    }

    /// The first child of a name.
    subscript(_ name: String) -> PDMLElement? { children.first { $0.name == name } }

    /// Everything of a name below, in order.
    func all(_ name: String) -> [PDMLElement] {
        children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
    }

    /// The bytes of everything of a name below, with commas.
    func values(_ name: String) -> String { all(name).map(\.value).joined(separator: ",") }
}

/// Reads PDML into packets.
final class PDMLReader: NSObject, XMLParserDelegate {
    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    private var packets: [PDMLElement] = []
    private var open: [PDMLElement] = []

    /// The packets, each with its protocols below it.
    static func packets(in text: Data) throws -> [PDMLElement] {
        let reader = PDMLReader()
        let parser = XMLParser(data: text)
        parser.delegate = reader
        guard parser.parse() else {
            throw Unreadable(description: "PDML, line \(parser.lineNumber): \(String(describing: parser.parserError))")
        }
        return reader.packets
    }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard elementName != "pdml" else { return }
        let element = PDMLElement(attributes)
        if let parent = open.last { parent.children.append(element) } else { packets.append(element) }
        open.append(element)
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
    ) {
        _ = open.popLast()
    }
}
