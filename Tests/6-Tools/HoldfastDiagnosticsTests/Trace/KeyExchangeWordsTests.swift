import HoldfastTLS
import HoldfastTracing
import HoldfastStatements
import TestSupport
import Testing

@testable import HoldfastDiagnostics

/// FIPS 203 §3.1: "The key pair consists of … an encapsulation key … a decapsulation key … the ciphertext"; only in
/// Diffie-Hellman does each side send the like of what the other sends.
@Suite("The words for key exchanges", .ownThread)
struct KeyExchangeWordsTests {
    private func words(_ name: String) throws -> LocalizedText {
        KeyExchange.ecdhe(try #require(NamedGroup(named: name))).explanation
    }

    @Test("a key encapsulation has no halves", arguments: ["MLKEM512", "MLKEM768", "MLKEM1024"])
    func encapsulation(name: String) throws {
        let words = try words(name)
        #expect(!words.english.contains("half") && !words.chinese.contains("一半"))
        #expect(words.english.contains("encapsulation key") && words.english.contains("ciphertext"))
        #expect(words.english.contains(name) && words.chinese.contains("封装密钥") && !words.english.contains("Diffie"))
        #expect("\(KeyExchange.ecdhe(try #require(NamedGroup(named: name))))" == "KEM \(name)")
    }

    @Test(
        "a hybrid has both",
        arguments: ["X25519MLKEM768", "SecP256r1MLKEM768", "SecP384r1MLKEM1024", "curveSM2MLKEM768"])
    func hybrid(name: String) throws {
        let words = try words(name)
        #expect(!words.english.contains("half") && !words.chinese.contains("一半"))
        #expect(words.english.contains("Diffie-Hellman") && words.english.contains("encapsulation key"))
        #expect("\(KeyExchange.ecdhe(try #require(NamedGroup(named: name))))" == "hybrid \(name)")
        let group = NamedGroup(named: name)
        #expect(KnowledgeWords.of(.clientShare(group)).english == "the client's value and encapsulation key (\(name))")
        #expect(KnowledgeWords.of(.serverShare(group)).english == "the server's value and ciphertext (\(name))")
    }

    @Test("Diffie-Hellman is told as before", arguments: ["x25519", "secp256r1"])
    func diffieHellman(name: String) throws {
        #expect(try words(name).english.hasPrefix("each side sent one half of an exchange on \(name)"))
        #expect(KnowledgeWords.of(.clientShare(NamedGroup(named: name))).english == "the client's key share (\(name))")
    }

    @Test("what a server would have taken, in both languages")
    func advice() {
        let cases: [NegotiationAdvice] = [
            .groups(taken: ["MLKEM1024", "secp384r1"], offered: ["x25519", "x448"], available: ["secp384r1"]),
            .unavailableMLKEM(taken: ["MLKEM1024"], offered: ["x25519", "x448"]),
            .unavailableGroups(taken: ["curveSM2"], offered: ["x25519"]),
            .signatures(["mldsa44", "mldsa65"]),
        ]
        for one in cases {
            #expect(!one.chinese.contains("this"), "\(one.english)")
        }
        #expect(cases[0].chinese.hasSuffix("请试用 --groups secp384r1"))
    }
}
