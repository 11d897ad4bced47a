import Foundation

@testable import HoldfastNetworkingNames

/// Resume data that are taken name a file by a plain name and a request without secrets, and are the same once they are
/// written and read.
func checkResumeData(_ bytes: [UInt8]) throws(Violation) {
    let read: ResumeData
    do throws(ResumeDataError) {
        read = try ResumeData(Data(bytes))
    } catch {
        try expect(!error.description.isEmpty, "a refusal without words")
        return
    }
    try expect(read.fileName.utf8.allSatisfy { $0 != UInt8(ascii: "/") && $0 > 0x20 }, "a file elsewhere")
    try expect(read.fileName.hasPrefix("HoldfastDownload_") && read.bytesReceived >= 0, "no file of a download")
    try expect(read.entityTag != nil || read.lastModified != nil, "nothing says that it is the same content")
    for request in [read.originalRequest, read.currentRequest] {
        guard let url = request.url else { throw Violation("a request for nothing") }
        try expect(url.user == nil && url.password == nil, "a password in \(url)")
        try expect(["https", "http"].contains(url.scheme?.lowercased() ?? ""), "a request for \(url)")
        for name in request.allHTTPHeaderFields?.keys ?? [:].keys {
            let isSecret = ["authorization", "cookie", "proxy-authorization", "range"].contains(name.lowercased())
            try expect(!isSecret, "\(name) lies about")
        }
    }
    guard let data = read.data, let again = try? ResumeData(data) else { throw Violation("it cannot be written") }
    try expect(again == read, "written again it is something else")
}
