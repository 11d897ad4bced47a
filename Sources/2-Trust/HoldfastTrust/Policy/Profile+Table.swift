extension Profile.Grading {
    /// One severity under every anchor.
    static func always(_ severity: Severity, _ source: String) -> Self { Self(severity, source: source) }

    /// Refuses under public anchors, and warns under one's own.
    static func errorWhereUnderPublicAnchors(_ source: String) -> Self {
        Self(publicWeb: .error, own: .warning, source: source)
    }

    /// Only under public anchors.
    static func publicOnly(_ severity: Severity, _ source: String) -> Self {
        Self(publicWeb: severity, own: nil, source: source)
    }

    /// Not asked for.
    static func off(_ source: String) -> Self { Self(nil, source: source) }
}

extension Profile {
    /// Requirements that are graded alike, for one reason.
    struct Row {
        let grading: Grading
        let requirements: [String]

        init(_ grading: Grading, _ requirements: [String]) {
            self.grading = grading
            self.requirements = requirements
        }
    }

    /// Requirements that no programme decides about.
    static let everywhere = [
        Row(
            .always(.warning, "TrustPolicy.expiryNotice: only where it is asked for, and never more than a warning"),
            ["expirySoon.notAfter", "expirySoon.anchorNotAfter"]),
        Row(
            .always(.error, "TrustPolicy.pins: only where there are any, and as their set says"),
            ["pin.match", "pin.current", "pin.clock"]),
        Row(
            .always(.error, "TrustPolicy.anchorConstraints: only where they are given"),
            [
                "anchorConstraint.distrustAfter", "anchorConstraint.timestamp", "anchorConstraint.lifetime",
                "anchorConstraint.name", "anchorConstraint.use",
            ]),
        Row(
            .always(.error, "TrustPolicy.transparency: only where it is asked for, and as that programme counts"),
            ["transparency.apple", "transparency.chrome"]),
        Row(
            .always(.warning, "TrustPolicy.transparency: only where it is asked for"),
            ["transparency.list", "transparency.listAge"]),
        Row(
            .always(
                .note,
                "RFC 7633 asks clients for a stapled response; Apple and Chromium do not look, nor is it looked at here"
            ),
            ["tlsFeature.statusRequest"]),
        Row(
            .always(
                .warning,
                "RFC 5280 §4.1 wants DER, and §6.1 does not look at these; readers take them, and certificates in use "
                    + "have them"),
            ["certificateForm.encoding"]),
        Row(
            .always(
                .warning,
                "RFC 6960 §4.2.2.2.1 leaves it to the client's policy; where it has to be known, it refuses as any"),
            ["revocation.signerStatus"]),
        Row(
            .always(.note, "RFC 8446 §4.4.2 asks all who judge to cope with it, and Apple and Chromium do"),
            ["presentedList.order", "presentedList.used"]),
    ]

    /// The grading of `anchor.leafIsAnchor` in profiles that are a programme's.
    static let programmeNote = Grading.always(
        .note, "what the programme asks is asked of certificates that somebody issued; that nothing was, is said")

    /// The grading of what a root programme asks of authorities from a day on: the policy binds the authority, whose
    /// hierarchy the programme lets run out, and no client is known to refuse the certificate.
    static let programmeDates = Grading.publicOnly(
        .warning, "the programme's policy, by the date of issue: it acts on the hierarchy, not on the certificate")

    /// A profile from its rows; a requirement that stands in two counts as in the first, and a test finds it.
    ///
    /// - Parameter servers: what weighs more where the chain is a TLS server's.
    init(name: String, rows: [Row], servers: [Row] = []) {
        self.init(
            name: name, gradings: Self.table(of: rows + Self.everywhere), serverGradings: Self.table(of: servers))
    }

    private static func table(of rows: [Row]) -> [String: Grading] {
        var gradings: [String: Grading] = [:]
        for row in rows {
            for id in row.requirements where gradings[id] == nil { gradings[id] = row.grading }
        }
        return gradings
    }
}
