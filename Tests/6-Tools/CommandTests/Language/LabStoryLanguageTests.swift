import TestSupport
import Testing

/// The stories of the servers in Chinese.
@Suite(.ownThread)
struct LabStoryLanguageTests {
    @Test("each server's and each story's sentence is Chinese", arguments: [[], ["--stories"]])
    func list(_ options: [String]) throws {
        let folder = try Folder()
        let run = try CommandRun("holdfast", ["lab", "--list", "--language", "zh-Hans"] + options, in: folder)
        #expect(run.exitCode == 0)
        // A sentence may go on below, with its name's column empty.
        let sentences = run.output.split(separator: "。", omittingEmptySubsequences: true).dropLast()
        #expect(sentences.count > 10)
        for sentence in sentences {
            #expect(
                sentence.unicodeScalars.count { (0x4E00...0x9FFF).contains($0.value) } > 4, "\(sentence)")
        }
    }
}
