/// A data task that sends a body (Apple, `URLSessionUploadTask`).
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}
