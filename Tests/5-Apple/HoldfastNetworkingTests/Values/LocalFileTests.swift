import Foundation
import HoldfastNetworking
import TestSupport
import Testing

@testable import HoldfastNetworkingNames

@Suite("file: URLs")
struct LocalFileTests {
    private func code(_ url: URL) -> URLError.Code? {
        do throws(URLError) {
            _ = try LocalFile.response(for: url)
            return nil
        } catch { return error.code }
    }

    @Test("a file's type and size") func facts() throws {
        let folder = try TemporaryFolder()
        let url = URL(fileURLWithPath: try folder.write(repeatElement(0, count: 7), to: "a file.JSON"))
        let response = try LocalFile.response(for: url)
        #expect(response.mimeType == "application/json" && response.expectedContentLength == 7 && response.url == url)
        #expect(LocalFile.mimeType(of: URL(fileURLWithPath: "/a/b.unknown")) == "application/octet-stream")
    }

    @Test("what is none") func refused() throws {
        #expect(code(URL(fileURLWithPath: "/nonexistent")) == .fileDoesNotExist)
        #expect(code(URL(fileURLWithPath: "/")) == .fileIsDirectory)
        #expect(code(URL(fileURLWithPath: "/dev/null")) == .cannotOpenFile)
        for text in ["file://other.example/etc/passwd", "file:///etc/passwd%00.png", "https://example.com/etc/passwd"] {
            #expect(code(try #require(URL(string: text))) == .fileDoesNotExist, "\(text)")
        }
    }
}
