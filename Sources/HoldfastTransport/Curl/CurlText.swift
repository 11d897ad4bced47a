import CCurl

/// libcurl's own words.
enum CurlText {
    static func error(_ code: CURLcode) -> String {
        guard let text = unsafe curl_easy_strerror(code) else { return "error \(code.rawValue)" }
        return unsafe String(cString: text)
    }

    static func error(_ code: CURLUcode) -> String {
        guard let text = unsafe curl_url_strerror(code) else { return "error \(code.rawValue)" }
        return unsafe String(cString: text)
    }
}

extension TransportError {
    static func outOfMemory(_ what: String) -> TransportError {
        TransportError(.internal, .outOfMemory, "there is no memory for \(what)", hint: "give the process more memory")
    }
}
