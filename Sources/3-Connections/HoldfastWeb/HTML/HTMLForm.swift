/// A form of a page, as far as it matters for sending it (HTML Standard §4.10.21).
package struct HTMLForm: Sendable {
    /// An element of a form that has a value, or sends the form.
    package struct Control: Sendable {
        package enum Kind: Hashable, Sendable {
            /// A field to write in: `text`, `email` and the like.
            case text
            case password
            case submit
            /// Anything else that may have a value.
            case other
        }

        package let kind: Kind
        package let name: String
        package var value: String
        /// Whether it goes along although nobody touched it; a button goes along if it is the one that sends.
        package var isSent: Bool
        /// Whether it says that it takes the user's name, by which password managers of browsers go (§4.10.18.7).
        package var isNamedUser = false
        /// The target that a button names in place of its form's; likewise for the two below.
        package var action: String?
        package var method: String?
        package var encoding: String?

        /// Whether it has this name, octet for octet, as a site compares it.
        package func isCalled(_ name: String) -> Bool { self.name.utf8.elementsEqual(name.utf8) }
    }

    /// Empty where the page itself is meant.
    package let action: String
    /// In lower case.
    package let method: String
    package let encoding: String
    package fileprivate(set) var controls: [Control] = []

    /// The button that sends where none is pressed: the first.
    package var button: Control? { controls.first { $0.kind == .submit } }
}

/// The forms of a page.
package struct HTMLPage: Sendable {
    /// Forms and controls that are looked at.
    static let formLimit = 64
    static let controlLimit = 2_000

    package private(set) var forms: [HTMLForm] = []
    /// The address that references are relative to; nil for the page's own.
    package private(set) var base: String?
    /// The encoding that the page says it has; nil where it says nothing.
    package private(set) var encoding: String?

    package init(_ bytes: [UInt8]) {
        var reader = HTMLFormReader()
        var scanner = HTMLScanner(bytes)
        while let token = scanner.next() { reader.read(token) }
        forms = reader.finished()
        base = reader.base
        encoding = reader.encoding
    }
}

/// Puts controls into the forms that they belong to.
///
/// Each tag costs the same, however deep it is nested.
private struct HTMLFormReader {
    private struct Choice {
        let name: String
        let isMultiple: Bool
        let isDisabled: Bool
        var options: [(value: String?, text: String, isSelected: Bool, isDisabled: Bool)] = []
    }

    private var forms: [HTMLForm] = []
    /// The indices of the forms, by the octets of their identifiers: those are the same or not (HTML Standard §3.2.6).
    private var identifiers: [[UInt8]: Int] = [:]
    private var controls: [(owner: Owner, control: HTMLForm.Control)] = []
    private var current: Int?
    private var templates = 0
    /// Whether each that is open is disabled, and how many are.
    private var fieldsets: [Bool] = []
    private var disabledFieldsets = 0
    private var choice: (owner: Owner, choice: Choice)?
    private var textarea: (owner: Owner, control: HTMLForm.Control)?
    private(set) var base: String?
    private(set) var encoding: String?

    private enum Owner { case form(Int), identifier([UInt8]), none }

    mutating func read(_ token: HTMLScanner.Token) {
        switch token {
        case .start(let tag): start(tag)
        case .end(let name): end(name)
        case .text(let bytes): text(bytes)
        }
    }

    /// The forms with their controls, whose owner may have come after them.
    mutating func finished() -> [HTMLForm] {
        end("select")
        for (owner, control) in controls {
            switch owner {
            case .form(let index): forms[index].controls.append(control)
            case .identifier(let name): if let index = identifiers[name] { forms[index].controls.append(control) }
            case .none: break
            }
        }
        return forms
    }

    private mutating func start(_ tag: HTMLScanner.Tag) {
        if tag.name == "template" { templates += 1 }
        // What is in a template is in no document.
        guard templates == 0 else { return }
        switch tag.name {
        case "base": base = base ?? tag["href"]
        case "meta": encoding = encoding ?? tag.keyword("charset")
        case "form": startForm(tag)
        case "fieldset":
            fieldsets.append(tag["disabled"] != nil)
            if tag["disabled"] != nil { disabledFieldsets += 1 }
        case "input": add(Self.input(tag, isDisabled: isDisabled(tag)), tag)
        case "button":
            let kind = tag.keyword("type") ?? "submit"
            guard kind != "button", kind != "reset" else { return }
            add(button(tag), tag)
        case "textarea":
            textarea = (owner(tag), control(.other, tag, isSent: !isDisabled(tag)))
        case "select":
            end("select")
            choice = (
                owner(tag),
                Choice(name: tag["name"] ?? "", isMultiple: tag["multiple"] != nil, isDisabled: isDisabled(tag))
            )
        case "option" where (choice?.choice.options.count ?? 0) < HTMLPage.controlLimit:
            choice?.choice.options.append((tag["value"], "", tag["selected"] != nil, tag["disabled"] != nil))
        default: break
        }
    }

    private mutating func end(_ name: String) {
        if name == "template" { templates = max(0, templates - 1) }
        guard templates == 0 else { return }
        switch name {
        case "form": current = nil
        case "fieldset": if fieldsets.popLast() == true { disabledFieldsets -= 1 }
        case "textarea":
            if let textarea { append(textarea.control, textarea.owner) }
            textarea = nil
        case "select":
            guard let (owner, choice) = choice else { return }
            self.choice = nil
            for value in Self.values(of: choice) {
                append(HTMLForm.Control(kind: .other, name: choice.name, value: value, isSent: true), owner)
            }
        default: break
        }
    }

    private mutating func text(_ bytes: ArraySlice<UInt8>) {
        if textarea != nil {
            // A line break right behind the tag is not part of the text (§13.2.6.4.7).
            let start = bytes.starts(with: [13, 10]) ? 2 : bytes.first == 10 ? 1 : 0
            textarea?.control.value += CharacterReferences.resolved(bytes.dropFirst(start))
        } else if let last = choice?.choice.options.indices.last {
            choice?.choice.options[last].text += CharacterReferences.resolved(bytes)
        }
    }

    private mutating func startForm(_ tag: HTMLScanner.Tag) {
        guard current == nil, forms.count < HTMLPage.formLimit else { return }
        current = forms.count
        if let name = tag["id"].map({ Array($0.utf8) }), identifiers[name] == nil { identifiers[name] = forms.count }
        forms.append(
            HTMLForm(
                action: tag["action"] ?? "", method: tag.keyword("method") ?? "get",
                encoding: tag.keyword("enctype") ?? HTMLFormReader.usualEncoding))
    }

    private static let usualEncoding = "application/x-www-form-urlencoded"

    // MARK: Controls

    private func isDisabled(_ tag: HTMLScanner.Tag) -> Bool { tag["disabled"] != nil || disabledFieldsets > 0 }

    private func owner(_ tag: HTMLScanner.Tag) -> Owner {
        tag["form"].map { .identifier(Array($0.utf8)) } ?? current.map { .form($0) } ?? .none
    }

    private mutating func add(_ control: HTMLForm.Control?, _ tag: HTMLScanner.Tag) {
        guard let control, !isDisabled(tag) else { return }
        append(control, owner(tag))
    }

    private mutating func append(_ control: HTMLForm.Control, _ owner: Owner) {
        guard controls.count < HTMLPage.controlLimit else { return }
        controls.append((owner, control))
    }

    private func control(_ kind: HTMLForm.Control.Kind, _ tag: HTMLScanner.Tag, isSent: Bool) -> HTMLForm.Control {
        HTMLForm.Control(kind: kind, name: tag["name"] ?? "", value: "", isSent: isSent)
    }

    private func button(_ tag: HTMLScanner.Tag) -> HTMLForm.Control {
        Self.asButton(
            HTMLForm.Control(kind: .submit, name: tag["name"] ?? "", value: tag["value"] ?? "", isSent: false), tag)
    }

    private static func asButton(_ control: HTMLForm.Control, _ tag: HTMLScanner.Tag) -> HTMLForm.Control {
        var control = control
        control.action = tag["formaction"]
        control.method = tag.keyword("formmethod")
        control.encoding = tag.keyword("formenctype")
        return control
    }

    /// A control of an `input`; nil for one that never sends anything by itself.
    private static func input(_ tag: HTMLScanner.Tag, isDisabled: Bool) -> HTMLForm.Control? {
        let type = tag.keyword("type") ?? "text"
        var control = HTMLForm.Control(kind: .text, name: tag["name"] ?? "", value: tag["value"] ?? "", isSent: true)
        control.isNamedUser = (tag.keyword("autocomplete") ?? "").split(separator: " ").contains("username")
        switch type {
        case "password":
            return HTMLForm.Control(kind: .password, name: control.name, value: control.value, isSent: true)
        case "submit":
            return asButton(
                HTMLForm.Control(kind: .submit, name: control.name, value: control.value, isSent: false), tag)
        case "image": return asButton(HTMLForm.Control(kind: .submit, name: "", value: "", isSent: false), tag)
        case "button", "reset", "file": return nil
        case "checkbox", "radio":
            return HTMLForm.Control(
                kind: .other, name: control.name, value: tag["value"] ?? "on", isSent: tag["checked"] != nil)
        case "hidden", "color", "range", "date", "datetime-local", "month", "time", "week":
            return HTMLForm.Control(kind: .other, name: control.name, value: control.value, isSent: true)
        default: return control
        }
    }

    /// The values that a `select` sends: the options that are selected, or the first of a menu that can have one only
    /// (§4.10.7).
    private static func values(of choice: Choice) -> [String] {
        guard !choice.isDisabled else { return [] }
        let usable = choice.options.filter { !$0.isDisabled }
        let selected = usable.filter(\.isSelected)
        let sent = choice.isMultiple ? selected : (selected.last ?? usable.first).map { [$0] } ?? []
        return sent.map { option in
            option.value ?? option.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }
}
