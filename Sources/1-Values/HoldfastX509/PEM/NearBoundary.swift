/// Lines that were meant as boundaries of PEM, and are none (RFC 7468 §3).
enum NearBoundary {
    /// Longer lines are looked at for line breaks that are written out, and for nothing else.
    private static let maximumLength = 200

    /// Labels of which none stands in ordinary text after the word BEGIN or END.
    private static let labels = Set(PEMLabel.allCases.map(\.rawValue)).union([
        "CRL", "OCSP RESPONSE", "PKCS #7 SIGNED DATA",
    ])

    /// The first line of a file that is nearly a boundary.
    static func first(in file: [UInt8]) -> ForeignForm? {
        var lines = PEMLines(file[...])
        while let line = lines.next() {
            if isEscaped(line.text) { return .escapedLineBreaks(line: line.number) }
            guard line.text.count <= maximumLength, let form = form(of: line) else { continue }
            return form
        }
        return nil
    }

    /// Whether a boundary and a line break that is written as `\n` stand in a line.
    private static func isEscaped(_ text: ArraySlice<UInt8>) -> Bool {
        guard let boundary = text.firstRange(of: "-----BEGIN ".utf8) else { return false }
        return text[boundary.upperBound...].firstRange(of: "\\n".utf8) != nil
    }

    private static func form(of line: PEMLine) -> ForeignForm? {
        var reading = Reading(rest: line.trimmed)
        let mark = reading.takeMark()
        let left = reading.takeDashes()
        guard left.count > 0, let (word, isSmallWord) = reading.takeWord() else { return nil }
        let (label, right) = reading.takeLabel()
        let name = String(decoding: label, as: UTF8.self)
        let capitals = name.asciiUppercased()
        guard labels.contains(capitals), right.count > 0 else { return nil }
        let fault: ForeignForm.BoundaryFault
        if let mark {
            fault = mark
        } else if left.isOther || right.isOther {
            fault = .otherDashes
        } else if left.count != 5 || right.count != 5 {
            fault = .dashCount
        } else if isSmallWord || capitals != name {
            fault = .smallLetters
        } else if line.trimmed.elementsEqual("-----\(word) \(capitals)-----".utf8) {
            return nil
        } else {
            fault = .spaces
        }
        return .boundary(line: line.number, fault, expected: "-----\(word) \(capitals)-----")
    }

    private struct Dashes {
        var count = 0
        /// Whether one of them is another character than `-`.
        var isOther = false
    }

    /// The characters of a line, from the left to the right.
    private struct Reading {
        var rest: ArraySlice<UInt8>

        /// Dashes of Unicode in UTF-8, of Windows-1252, and the sign that stands for a character that was lost.
        private static let otherDashes: [[UInt8]] =
            [
                "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2212}", "\u{FE58}",
                "\u{FE63}",
            ]
            .map { Array(String($0).utf8) } + [Array("\u{FF0D}".utf8), Array("\u{FFFD}".utf8), [0x96], [0x97], [0x3F]]

        /// Takes what mail, OpenPGP and comments put before a line.
        mutating func takeMark() -> ForeignForm.BoundaryFault? {
            var mark: ForeignForm.BoundaryFault?
            while let first = rest.first {
                switch first {
                case UInt8(ascii: ">"), UInt8(ascii: "|"): mark = .quotedMail
                case UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: ";"): mark = mark ?? .comment
                case UInt8(ascii: "-") where rest.dropFirst().first == 0x20: mark = mark ?? .openPGP
                case _ where PEMLine.isSpace(first): break
                default: return mark
                }
                rest.removeFirst()
            }
            return mark
        }

        mutating func takeDashes() -> Dashes {
            var dashes = Dashes()
            while !rest.isEmpty {
                if rest.first == UInt8(ascii: "-") {
                    rest.removeFirst()
                } else if let other = Self.otherDashes.first(where: { rest.starts(with: $0) }) {
                    rest.removeFirst(other.count)
                    dashes.isOther = true
                } else {
                    break
                }
                dashes.count += 1
            }
            rest = rest.drop(while: PEMLine.isSpace)
            return dashes
        }

        /// Takes the word BEGIN or END, and the space behind it.
        mutating func takeWord() -> (word: String, isSmall: Bool)? {
            for word in ["BEGIN", "END"] {
                let found = String(decoding: rest.prefix(word.utf8.count), as: UTF8.self)
                let behind = rest.dropFirst(word.utf8.count)
                guard found.asciiUppercased() == word, behind.first == 0x20 else { continue }
                rest = behind.drop(while: PEMLine.isSpace)
                return (word, found != word)
            }
            return nil
        }

        /// Takes the label and the dashes behind it, at the line's end.
        mutating func takeLabel() -> (label: ArraySlice<UInt8>, dashes: Dashes) {
            let start = rest
            while !rest.isEmpty {
                var ahead = self
                let dashes = ahead.takeDashes()
                if dashes.count > 0, ahead.rest.isEmpty {
                    let label = start[..<rest.startIndex]
                    return (label.dropLast(label.reversed().prefix(while: PEMLine.isSpace).count), dashes)
                }
                rest.removeFirst()
            }
            return (start, Dashes())
        }
    }
}
