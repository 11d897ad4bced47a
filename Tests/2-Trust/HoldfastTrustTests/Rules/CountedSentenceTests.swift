import HoldfastStatements
import Testing

@testable import HoldfastTrust

@Suite("Sentences about one of something")
struct CountedSentenceTests {
    @Test("have the singular: a path constraint, a lifetime, octets")
    func one() {
        let issuer = Statement(verbatim: "CN=X")
        #expect(
            PathSentence.lengthConstraint(subject: issuer, allowed: 0, count: 1).statement.description
                == "CN=X allows 0 intermediates below itself, and there is 1")
        #expect(
            PathSentence.lengthConstraint(subject: issuer, allowed: 1, count: 2).statement.description
                == "CN=X allows 1 intermediate below itself, and there are 2")
        #expect(PathSentence.intermediates(count: 1).statement.description == "1 intermediate")
        #expect(LifetimeSentence.daysOfRoot(1).statement.description == "1 day")
    }
}
