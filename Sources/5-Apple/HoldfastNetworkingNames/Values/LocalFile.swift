package import Foundation
package import FoundationNetworking
import HoldfastFiles
import HoldfastLibC
import HoldfastX509

/// The response to a `file:` URL, without the file's contents.
package enum LocalFile {
    /// Types by the endings of names, of IANA's registry; others are `application/octet-stream`.
    private static let types = [
        "css": "text/css", "csv": "text/csv", "gif": "image/gif", "gz": "application/gzip", "htm": "text/html",
        "html": "text/html", "ico": "image/vnd.microsoft.icon", "jpeg": "image/jpeg", "jpg": "image/jpeg",
        "js": "text/javascript", "json": "application/json", "m4a": "audio/mp4", "md": "text/markdown",
        "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4", "pdf": "application/pdf",
        "png": "image/png", "svg": "image/svg+xml", "tif": "image/tiff", "tiff": "image/tiff", "txt": "text/plain",
        "wasm": "application/wasm", "wav": "audio/vnd.wave", "webp": "image/webp", "xml": "application/xml",
        "zip": "application/zip",
    ]

    /// The response to a request for a file: its type by its name, and its size.
    ///
    /// - Throws: `.fileDoesNotExist`, also for another host's and for a name with a NUL; `.fileIsDirectory`;
    ///   `.noPermissionsToReadFile`; `.cannotOpenFile` for what is no regular file, such as a pipe.
    package static func response(for url: URL) throws(URLError) -> URLResponse {
        let path = url.path
        guard url.isFileURL, ["", "localhost"].contains(url.host ?? ""), !path.utf8.contains(0) else {
            throw URLError(.fileDoesNotExist)
        }
        let status: FileStatus
        do throws(SystemError) { status = try FileStatus(of: path) } catch {
            throw URLError(error.number == EACCES ? .noPermissionsToReadFile : .fileDoesNotExist)
        }
        switch status.kind {
        case .regular: break
        case .folder: throw URLError(.fileIsDirectory)
        case .link, .pipe, .other: throw URLError(.cannotOpenFile)
        }
        guard unsafe access(path, R_OK) == 0 else { throw URLError(.noPermissionsToReadFile) }
        return URLResponse(
            url: url, mimeType: mimeType(of: url), expectedContentLength: status.size, textEncodingName: nil)
    }

    /// The type of a file of that name.
    package static func mimeType(of url: URL) -> String {
        types[url.pathExtension.asciiLowercased()] ?? "application/octet-stream"
    }
}
