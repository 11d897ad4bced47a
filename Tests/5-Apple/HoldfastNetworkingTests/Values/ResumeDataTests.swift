import Foundation
import HoldfastNetworking
import TestSupport
import Testing

@testable import HoldfastNetworkingNames

@Suite("Resume data")
struct ResumeDataTests {
    private let name = ResumeData.newFileName()

    private func request(_ text: String = "https://example.com/a?b", _ fields: [String: String] = [:]) throws
        -> URLRequest
    {
        var request = URLRequest(url: try #require(URL(string: text)))
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    private func sample() throws -> ResumeData {
        try #require(
            ResumeData(
                originalRequest: try request("https://u:secret@example.com/", ["Accept": "a/b", "Cookie": "secret"]),
                currentRequest: try request("https://example.com/a?b", ["authorization": "secret", "Range": "secret"]),
                bytesReceived: 12_345, entityTag: "\"v\"", lastModified: nil, fileName: name))
    }

    private func list(_ data: Data) throws -> [String: Any] {
        try #require(try unsafe PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    }

    private func reads(_ values: [String: Any], _ format: PropertyListSerialization.PropertyListFormat = .xml) -> Bool {
        guard let data = try? PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0)
        else { return false }
        return (try? ResumeData(data)) != nil
    }

    @Test("what was written is read, XML and binary; Apple's keys are there, and no secrets") func roundTrip() throws {
        let sample = try sample()
        let data = try #require(sample.data)
        #expect(try ResumeData(data) == sample)
        #expect(!String(decoding: data, as: UTF8.self).contains("secret"))
        let values = try list(data)
        #expect(reads(values, .binary))
        #expect(values["NSURLSessionDownloadURL"] as? String == "https://example.com/a?b")
        #expect(values["NSURLSessionResumeBytesReceived"] as? Int == 12_345)
        #expect(values["NSURLSessionResumeEntityTag"] as? String == "\"v\"")
        #expect(values["NSURLSessionResumeInfoTempFileName"] as? String == name)
        #expect(values["NSURLSessionResumeInfoVersion"] as? Int == 2)
        #expect(try ResumeData(data).originalRequest.value(forHTTPHeaderField: "Accept") == "a/b")
    }

    @Test("no path leads out of the folder") func names() throws {
        let values = try list(try #require(try sample().data))
        let id = UUID().uuidString
        let names = [
            "", "/etc/passwd", "../../x", "HoldfastDownload_../../../../etc/passwd.tmp", "HoldfastDownload_.tmp",
            "HoldfastDownload_\(id).tmp/..", "HoldfastDownload_\(id).tmp\0", "a/HoldfastDownload_\(id).tmp",
            "HoldfastDownload_" + String(repeating: "/", count: 36) + ".tmp", "CFNetworkDownload_abc.tmp",
            "HoldfastDownload_8A6E0804-2BD0-4672-B7\tD-D97027F9071A.tmp",
            "HoldfastDownload_8A6E0804-2BD0-4672-B7+D-D97027F9071A.tmp",
        ]
        for name in names {
            #expect(!reads(values.merging(["NSURLSessionResumeInfoTempFileName": name]) { $1 }), "\(name)")
        }
        #expect(reads(values.merging(["NSURLSessionResumeInfoTempFileName": "HoldfastDownload_\(id).tmp"]) { $1 }))
    }

    @Test("a value of another type or meaning is an error") func values() throws {
        let values = try list(try #require(try sample().data))
        #expect(reads(values))
        for key in values.keys {
            var less = values
            less[key] = nil
            #expect(!reads(less), "\(key)")
            #expect(!reads(values.merging([key: ["x"]]) { $1 }), "\(key)")
            #expect(!reads(values.merging([key: -1]) { $1 }), "\(key)")
        }
        for tag in ["W/\"v\"", "v", "\"", "\"a\"b\"", "\"a\r\nX: y\""] {
            #expect(!reads(values.merging(["NSURLSessionResumeEntityTag": tag]) { $1 }), "\(tag)")
        }
        let request = try #require(values["NSURLSessionResumeCurrentRequest"] as? [String: Any])
        let changes: [[String: Any]] = [
            ["URL": "file:///etc/passwd"], ["URL": "https:///a"], ["URL": "https://example.com/other"],
            ["Method": "POST"], ["Fields": ["A\r\nB": "c"]], ["Fields": ["A": "b\r\nC: d"]], ["Fields": ["A": 1]],
            ["Timeout": -1.0], ["Timeout": Double.infinity], ["CachePolicy": 99],
        ]
        for change in changes {
            let changed = request.merging(change) { $1 }
            #expect(!reads(values.merging(["NSURLSessionResumeCurrentRequest": changed]) { $1 }), "\(change)")
        }
    }

    @Test("cut, damaged, deep and large data are errors") func damage() throws {
        let data = try #require(try sample().data)
        for length in stride(from: 0, to: data.count - 12, by: 11) {
            #expect(throws: ResumeDataError.self) { try ResumeData(data.prefix(length)) }
        }
        let deep = "<plist version=\"1.0\">" + String(repeating: "<array>", count: 20_000)
        for text in [deep, String(repeating: "(", count: 20_000), "", "x", String(repeating: " ", count: 1 << 20)] {
            #expect(throws: ResumeDataError.self) { try ResumeData(Data(text.utf8)) }
        }
        var binary = try PropertyListSerialization.data(
            fromPropertyList: try list(data), format: .binary, options: 0)
        for index in binary.indices {
            let old = binary[index]
            binary[index] = old &+ 1
            if let read = try? ResumeData(binary) { #expect(ResumeData.isFileName(read.fileName)) }
            binary[index] = old
        }
    }

    @Test("the file: a regular one, with the bytes") func file() throws {
        let folder = try TemporaryFolder()
        var sample = try sample()
        #expect(sample.file(in: folder.url) == nil)
        try folder.write(repeatElement(0, count: 12_344), to: name)
        #expect(sample.file(in: folder.url) == nil)
        sample.bytesReceived = 12_344
        #expect(sample.file(in: folder.url)?.path == folder.path(name))
        try folder.remove(name)
        try folder.link(name, to: "/etc/passwd")
        sample.bytesReceived = 0
        #expect(sample.file(in: folder.url) == nil)
    }
}
