import Testing

extension CacheRow {
    /// The sections that the table names, each with the sentence that its rows are held against. One without the name
    /// of an RFC is of RFC 9111; "Apple" is its documentation of `NSURLRequest.CachePolicy`.
    static let sentences: [String: String] = ofRFC9111.merging(ofOthers) { first, _ in first }

    /// The section of a row: what stands in front of its rule.
    var section: String {
        if rule.hasPrefix("Apple") { return "Apple" }
        let words = rule.split(separator: " ")
        return words.prefix(words.first == "RFC" ? 3 : 1).joined(separator: " ")
    }

    private static let ofRFC9111: [String: String] = [
        "§1.2.2": """
        If a cache receives a delta-seconds value greater than the greatest integer it can represent, or if any \
        of its subsequent calculations overflows, the cache MUST consider the value to be 2147483648 (2^31) or \
        the greatest positive integer it can conveniently represent.
        """,
        "§3": """
        A cache MUST NOT store a response to a request unless: the request method is understood by the cache; … \
        the no-store cache directive is not present in the response; … the response contains at least one of the \
        following: a public response directive; a private response directive, if the cache is not shared; an \
        Expires header field; a max-age response directive; … or a status code that is defined as heuristically \
        cacheable.
        """,
        "§3.1": """
        Caches MUST include all received response header fields -- including unrecognized ones -- when storing a \
        response
        """,
        "§3.2": """
        When doing so, the cache MUST add each header field in the provided response to the stored response, \
        replacing field values that are already present, with the following exceptions
        """,
        "§3.3": """
        A cache MUST NOT use an incomplete response to answer requests unless the response has been made \
        complete, or the request is partial and specifies a range wholly within the incomplete response.
        """,
        "§3.4": """
        A cache MAY combine these ranges into a single stored response, and reuse that response to satisfy later \
        requests, if they all share the same strong validator and the cache complies with the client \
        requirements in Section 15.3.7.3 of [HTTP].
        """,
        "§3.5": """
        A shared cache MUST NOT use a cached response to a request with an Authorization header field to satisfy \
        any subsequent request unless the response contains a Cache-Control field with a response directive that \
        allows it to be stored by a shared cache
        """,
        "§4": """
        When presented with a request, a cache MUST NOT reuse a stored response unless: … the request method \
        associated with the stored response allows it to be used for the presented request
        """,
        "§4.1": """
        the cache MUST NOT use that stored response without revalidation unless all the presented request header \
        fields nominated by that Vary field value match those fields in the original request
        """,
        "§4.2": """
        response_is_fresh = (freshness_lifetime > current_age)
        """,
        "§4.2.1": """
        When there is more than one value present for a given directive …, either the first occurrence should be \
        used or the response should be considered stale. … Caches are encouraged to consider responses that have \
        invalid freshness information (e.g., a max-age directive with non-integer content) to be stale.
        """,
        "§4.2.2": """
        A cache MUST NOT use heuristics to determine freshness when an explicit expiration time is present in \
        the stored response. … A typical setting of this fraction might be 10%.
        """,
        "§4.2.3": """
        corrected_initial_age = max(apparent_age, corrected_age_value);
        """,
        "§4.3.1": """
        When generating a conditional request for validation, a cache: MUST send the relevant entity tags … \
        SHOULD send the Last-Modified value (using If-Modified-Since)
        """,
        "§4.3.2": """
        A request containing an If-None-Match header field indicates that the client wants to validate one or \
        more of its own stored responses in comparison to the stored response chosen by the cache
        """,
        "§4.3.3": """
        A full response (i.e., one containing content) indicates that none of the stored responses nominated in \
        the conditional request are suitable. Instead, the cache MUST use the full response to satisfy the \
        request.
        """,
        "§4.3.4": """
        If none of the initial set contains at least one of the same strong validators, then the cache MUST NOT \
        use the new response to update any stored responses.
        """,
        "§4.3.5": """
        the cache SHOULD update the stored response as described below; otherwise, the cache SHOULD consider the \
        stored response to be stale.
        """,
        "§4.4": """
        A cache MUST invalidate the target URI when it receives a non-error status code in response to an unsafe \
        request method (including methods whose safety is unknown).
        """,
        "§5.1": """
        a cache encountering a message with a list-based Age field value SHOULD use the first member of the \
        field value, discarding subsequent ones. If the field value … is invalid …, a cache SHOULD ignore the \
        field.
        """,
        "§5.2": """
        Cache directives are identified by a token, to be compared case-insensitively, and have an optional \
        argument that can use both token and quoted-string syntax.
        """,
        "§5.2.1": """
        This section defines cache request directives. They are advisory; caches MAY implement them, but are not \
        required to.
        """,
        "§5.2.1.1": """
        The max-age request directive indicates that the client prefers a response whose age is less than or \
        equal to the specified number of seconds.
        """,
        "§5.2.1.2": """
        If a value is present, then the client is willing to accept a response that has exceeded its freshness \
        lifetime by no more than the specified number of seconds. If no value is assigned to max-stale, then the \
        client will accept a stale response of any age.
        """,
        "§5.2.1.3": """
        The min-fresh request directive indicates that the client prefers a response whose freshness lifetime is \
        no less than its current age plus the specified time in seconds.
        """,
        "§5.2.1.4": """
        The no-cache request directive indicates that the client prefers a stored response not be used to \
        satisfy the request without successful validation on the origin server.
        """,
        "§5.2.1.5": """
        The no-store request directive indicates that a cache MUST NOT store any part of either this request or \
        any response to it.
        """,
        "§5.2.1.6": """
        The no-transform request directive indicates that the client is asking for intermediaries to avoid \
        transforming the content
        """,
        "§5.2.1.7": """
        Caches that honor this request directive SHOULD, upon receiving it, respond with either a stored \
        response consistent with the other constraints of the request or a 504 (Gateway Timeout) status code.
        """,
        "§5.2.2": """
        A cache MUST obey the Cache-Control directives defined in this section.
        """,
        "§5.2.2.1": """
        The max-age response directive indicates that the response is to be considered stale after its age is \
        greater than the specified number of seconds.
        """,
        "§5.2.2.2": """
        The must-revalidate response directive indicates that once the response has become stale, a cache MUST \
        NOT reuse that response to satisfy another request until it has been successfully validated by the \
        origin
        """,
        "§5.2.2.3": """
        When a cache that implements the must-understand directive receives a response that includes it, the \
        cache SHOULD ignore the no-store directive if it understands and implements the status code's caching \
        requirements.
        """,
        "§5.2.3": """
        A cache MUST ignore unrecognized cache directives.
        """,
        "§5.3": """
        A cache recipient MUST interpret invalid date formats, especially the value "0", as representing a time \
        in the past (i.e., "already expired").
        """,
        "§5.4": """
        Because the meaning of "Pragma: no-cache" in responses was never specified, it does not provide a \
        reliable replacement for "Cache-Control: no-cache" in them.
        """,
        "§5.5": """
        This specification obsoletes it, as it is not widely generated or surfaced to users.
        """,
    ]

    private static let ofOthers: [String: String] = [
        "RFC 5861 §3": """
        caches MAY serve the response in which it appears after it becomes stale, up to the indicated number of \
        seconds.
        """,
        "RFC 5861 §4": """
        when an error is encountered, a cached stale response MAY be used to satisfy the request, regardless of \
        other freshness information. … an error is any situation that would result in a 500, 502, 503, or 504 \
        HTTP response status code being returned.
        """,
        "RFC 6585 §3": """
        Responses with the 428 status code MUST NOT be stored by a cache.
        """,
        "RFC 6585 §4": """
        Responses with the 429 status code MUST NOT be stored by a cache.
        """,
        "RFC 6585 §5": """
        Responses with the 431 status code MUST NOT be stored by a cache.
        """,
        "RFC 6585 §6": """
        Responses with the 511 status code MUST NOT be stored by a cache.
        """,
        "RFC 8246 §2": """
        Clients SHOULD NOT issue a conditional request during the response's freshness lifetime (e.g., upon a \
        reload) unless explicitly overridden by the user (e.g., a force reload).
        """,
        "RFC 9110 §5.6.4": """
        A string of text is parsed as a single value if it is quoted using double-quote marks.
        """,
        "RFC 9110 §13.1": """
        the If-Match and If-Unmodified-Since conditional header fields are not applicable to a cache (RFC 9111 \
        §4.3.2)
        """,
        "RFC 9110 §13.1.5": """
        if the representation is unchanged, send me the part(s) that I am requesting in Range; otherwise, send \
        me the entire representation.
        """,
        "RFC 9110 §14.2": """
        The "Range" header field on a GET request modifies the method semantics to request transfer of only one \
        or more subranges of the selected representation data
        """,
        "RFC 9110 §15.3.7": """
        A Content-Length header field present in a 206 response indicates the number of octets in the content of \
        this message, which is usually not the complete length of the selected representation.
        """,
        "RFC 9110 §15.4.5": """
        The 304 (Not Modified) status code indicates that a conditional GET or HEAD request has been received \
        and would have resulted in a 200 (OK) response if it were not for the fact that the condition evaluated \
        to false.
        """,
        "RFC 9110 §15.5.13": """
        The 412 (Precondition Failed) status code indicates that one or more conditions given in the request \
        header fields evaluated to false when tested on the server
        """,
        "RFC 9110 §15.5.17": """
        The 416 (Range Not Satisfiable) status code indicates that the set of ranges in the request's Range \
        header field has been rejected
        """,
        "Apple": """
        Use existing cache data, regardless or age or expiration date, and fail if no cached data is available.
        """,
    ]
}

@Suite("The sentences of the table of caching")
struct CacheSentenceTests {
    @Test("each row stands under a sentence, and each sentence has rows") func sections() {
        let named = Set(CacheRow.table.map(\.section))
        #expect(named == Set(CacheRow.sentences.keys))
        #expect(CacheRow.sentences.values.allSatisfy { $0.utf8.count > 20 })
    }
}
