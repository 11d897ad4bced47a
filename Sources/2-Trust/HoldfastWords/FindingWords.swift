package import HoldfastStatements
package import HoldfastTrust

/// The meaning of a kind of finding, for a reader who never read the RFC.
package struct FindingWords: Hashable, Sendable {
    /// The defect in a few words; no full stop.
    package let headline: LocalizedText
    /// The consequence for a program or user that wants to connect.
    package let meaning: LocalizedText
    /// A remedy, for whoever can apply one.
    package let advice: LocalizedText

    /// The words for a standard code; nil for codes of rules of one's own.
    package static func of(_ code: FindingCode) -> FindingWords? { table[code] }

    /// The words for one requirement, where it has some of its own, or else for its code.
    ///
    /// - Parameter requirement: the identifier of the requirement that was not met.
    package static func of(_ code: FindingCode, requirement: String) -> FindingWords? {
        requirements[requirement] ?? of(code)
    }

    private static let table = path.merging(certificate) { first, _ in first }.merging(use) { first, _ in first }

    init(
        _ headline: (String, String), meaning: (String, String), advice: (String, String)
    ) {
        self.headline = LocalizedText(headline.0, headline.1)
        self.meaning = LocalizedText(meaning.0, meaning.1)
        self.advice = LocalizedText(advice.0, advice.1)
    }
}

extension FindingWords {
    /// The words by the identifier of the requirement that was not met: one code stands for several defects.
    static let requirements: [String: FindingWords] = [
        "revocation.notOnHold": FindingWords(
            ("The certificate is on hold", "证书已被暂停使用"),
            meaning: (
                """
                The authority has suspended the certificate for the time being. It is not to be trusted until the \
                authority lifts the hold; it may also be revoked for good.
                """,
                "颁发机构已暂时停用这张证书。在机构解除暂停之前不应信任它；机构也可能将其永久吊销。"
            ),
            advice: (
                "Ask the authority why. It can lift the hold, and the certificate is good again then.",
                "请向颁发机构询问原因。机构可以解除暂停，届时证书恢复有效。"
            )),
        "extendedKeyUsage.leaf": FindingWords(
            ("The certificate is for another purpose", "证书用于其他用途"),
            meaning: (
                """
                Certificates can be limited to purposes such as servers, clients or mail. This one names others than \
                the one that is needed here.
                """,
                "证书可以限定用途，例如服务器、客户端或邮件。这张证书列出的用途中没有这里所需的用途。"
            ),
            advice: issuedWithPurpose),
        "extendedKeyUsage.present": unstated,
        "extendedKeyUsage.presentBefore2019": unstated,
        "extendedKeyUsage.named": FindingWords(
            ("The certificate is for any purpose", "证书用于任意用途"),
            meaning: (
                """
                The certificate says that it is good for anything, and does not name the purpose that is needed here. \
                Certificates of servers have to name theirs.
                """,
                "证书声明可用于任意用途，而没有写明这里所需的用途。服务器证书必须写明自己的用途。"
            ),
            advice: issuedWithPurpose),
        "extendedKeyUsage.authority": FindingWords(
            ("The authority may not issue for this purpose", "颁发机构无权签发此用途的证书"),
            meaning: (
                """
                An authority can be limited to issuing for certain purposes. The one that issued here is limited to \
                others.
                """,
                "颁发机构可以被限定签发的用途。这里的颁发机构被限定于其他用途。"
            ),
            advice: (
                "Have the certificate issued by an authority that may issue for this purpose.",
                "请由有权签发此用途证书的机构签发。"
            )),
    ]

    private static let issuedWithPurpose = (
        "Have the certificate issued with that purpose among its extended key usages: serverAuth for a server.",
        "请重新签发，在 extendedKeyUsage 中写入所需的用途（服务器为 serverAuth）。"
    )

    private static let unstated = FindingWords(
        ("The certificate states no purpose", "证书没有写明用途"),
        meaning: (
            """
            Certificates of servers have to say that they are for servers. This one does not say what it is for.
            """,
            "服务器证书必须写明用于服务器，而这张证书没有写明任何用途。"
        ),
        advice: issuedWithPurpose)
}
