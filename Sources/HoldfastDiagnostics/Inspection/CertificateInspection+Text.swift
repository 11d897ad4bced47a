extension CertificateInspection {
    /// The certificate in words, all fields and extensions; ends with a line end.
    public func text(_ style: TextStyle = .plain) -> String {
        guard let fields = summary.fields else { return malformedText(style) }
        var lines = [style.strong(SafeText.line(fields.subject.isEmpty ? "(no subject)" : fields.subject))]
        let width = 2 + min(40, extensions.reduce(13) { max($0, ($1.name ?? $1.oid).count) })
        func row(_ title: String, _ value: String?) {
            guard let value else { return }
            let padding = String(repeating: " ", count: max(2, width - title.count))
            lines.append("  " + style.faint(title + padding) + SafeText.line(value))
        }
        row("from", "\(source), certificate \(index + 1), \(byteCount) bytes")
        row("version", String(version))
        row("serial number", serialNumber)
        row("issuer", fields.issuer + (isSelfIssued ? "  (itself)" : ""))
        row("not before", fields.notBefore)
        row("not after", fields.notAfter)
        row("key", fields.key.words + (publicExponent.map { ", exponent \($0)" } ?? ""))
        row("signature", signatureAlgorithm + (hasOneSignatureAlgorithm ? "" : ", and another one inside"))
        row("issuer ID", issuerUniqueID)
        row("subject ID", subjectUniqueID)
        for entry in extensions {
            row(entry.name ?? entry.oid, (entry.critical ? "critical; " : "") + (entry.value.first ?? ""))
            for line in entry.value.dropFirst() { row("", line) }
        }
        row("SHA-256", summary.fingerprintSHA256)
        row("SHA-1", fingerprintSHA1)
        row("pin", pin)
        return lines.joined(separator: "\n") + "\n"
    }

    /// One line without its source, for lists.
    public var line: String {
        guard let fields = summary.fields else { return "malformed certificate" }
        let subject = fields.subject.isEmpty ? "(no subject)" : fields.subject
        let issuer = isSelfIssued ? "itself" : fields.issuer.isEmpty ? "(no name)" : fields.issuer
        return SafeText.line(
            "certificate of \(subject), by \(issuer), \(fields.notBefore) to \(fields.notAfter), \(fields.key.words)")
    }

    private func malformedText(_ style: TextStyle) -> String {
        """
        \(style.bad("malformed certificate"))
          from            \(SafeText.line(source)), certificate \(index + 1), \(byteCount) bytes
          error           \(SafeText.line(summary.malformed ?? "unreadable"))
          SHA-256         \(summary.fingerprintSHA256)

        """
    }
}
