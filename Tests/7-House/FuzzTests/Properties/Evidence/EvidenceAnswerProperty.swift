import HoldfastStatements
import HoldfastTrust
import HoldfastX509

@testable import HoldfastHTTPS

/// The answer of a place is of the kind that was asked for, as it came, or refused in bounded words; a responder's is
/// one that says something.
///
/// The first octet chooses the question, the rest is the answer.
func checkEvidenceAnswer(_ bytes: [UInt8]) throws(Violation) {
    let questions = try prepared { try EvidenceWorld.shared.get() }.questions
    let question = questions[Int(bytes.first ?? 0) % questions.count]
    let answer = Array(bytes.dropFirst())
    let content: EvidenceFetch.Content
    do throws(EvidenceFetchError) {
        content = try question.read(answer)
    } catch {
        let reason = error.statement.description
        try expect(!reason.isEmpty && reason.utf8.count < 1_000, "a refusal in too many words, or none")
        try expect(!reason.contains("\n"), "a refusal on several lines")
        return
    }
    let again = try prepared { try question.read(answer) }
    try expect(again == content, "another one when it is read again")
    switch (questions.firstIndex(of: question), content) {
    case (0, .certificates(let list)):
        try expect(list.count <= CertificateBundle.maximumCertificates, "more certificates than the limit")
    case (1, .revocationList(let list)):
        try expect(list.list.map { Array($0.bytes) } == answer, "a list that is not what came")
    case (2, .ocspResponse(let response)):
        try expect(response.response?.der == answer, "a response written anew differs")
        try expect(response.response?.responseStatus == .successful, "a response that gives no answer is taken")
    default: throw Violation("an answer of another kind than was asked for")
    }
}
