package import HoldfastStatements

/// Sentences about answers of resolvers that make no sense.
package enum ResolverAnswerSentence: Sentence {
    case tooLong
    case otherIdentifier
    case query
    case otherOperation
    case otherQuestion
    case somethingBehind
    case misplacedOptions
    case otherClass
    case namedOptions
    case repeatedOptions
    case longRecord
    case dataLength
    case addressLength(Int)
    case endsEarly
    case longName(limit: Int)
    case pointer
    case labelType
    case tooManyAddresses(limit: Int)
    case addressesOfNoName
    case aliasOfTwo
    case aliasWithAddresses
    case circle(limit: Int)
    case mediaType(expected: String)
    case noJSON(Statement)
    case noList
    case noListOfKind
    case noAddressList
    case otherName
    case noAddress
    case otherKind
    case noTimeToLive
    /// The provider's own word for an error.
    case error(String)
    case httpStatus(Int)

    package static let topic = "resolverAnswer"

    package var words: LocalizedText {
        switch self {
        case .tooLong: LocalizedText("it is longer than any message", "它比任何报文都长")
        case .otherIdentifier: LocalizedText("its identifier is not that of the query", "其标识符与查询不同")
        case .query: LocalizedText("it is a query", "它是查询")
        case .otherOperation: LocalizedText("its operation is not that of the query", "其操作与查询不同")
        case .otherQuestion: LocalizedText("it answers another question", "它应答的是另一个问题")
        case .somethingBehind: LocalizedText("something follows its last record", "最后一条记录之后还有内容")
        case .misplacedOptions: LocalizedText("its options are in the wrong section", "其选项位于错误的部分")
        case .otherClass: LocalizedText("a record is of another class", "有记录属于另一类别")
        case .namedOptions: LocalizedText("its options have a name", "其选项带有名称")
        case .repeatedOptions: LocalizedText("it has its options twice", "选项出现了两次")
        case .longRecord: LocalizedText("a record is longer than the message", "有记录比报文还长")
        case .dataLength: LocalizedText("a record's data is not as long as it says", "有记录的数据长度与所写不符")
        case .addressLength(let length): LocalizedText("an address has \(length) octets", "有地址为 \(length) 个字节")
        case .endsEarly: LocalizedText("it ends too early", "它过早结束")
        case .longName(let limit): LocalizedText("a name has more than \(limit) octets", "有名称超过 \(limit) 个字节")
        case .pointer: LocalizedText("a name's pointer leads to no name before it", "有名称的指针没有指向其前的名称")
        case .labelType: LocalizedText("a label has a type that there is not", "有标签的类型并不存在")
        case .tooManyAddresses(let limit): LocalizedText("it has more than \(limit) addresses", "地址超过 \(limit) 个")
        case .addressesOfNoName:
            LocalizedText("it has addresses of a name that is not there", "它含有并不存在的名称的地址")
        case .aliasOfTwo: LocalizedText("a name is the alias of two others", "有名称同时是两个名称的别名")
        case .aliasWithAddresses:
            LocalizedText("a name is an alias and has addresses too", "有名称既是别名又有地址")
        case .circle(let limit):
            LocalizedText(
                "its aliases lead in a circle, or over more than \(limit) names", "其别名循环，或经过的名称超过 \(limit) 个")
        case .mediaType(let expected): LocalizedText("its media type is not \(expected)", "其媒体类型不是 \(expected)")
        case .noJSON(let fault):
            LocalizedText("it is no JSON that is read here (\(fault.english))", "它不是此处可读的 JSON（\(fault.chinese)）")
        case .noList: LocalizedText("it is no list of addresses", "它不是地址列表")
        case .noListOfKind: LocalizedText("it is no list of addresses of the kind", "它不是该类地址的列表")
        case .noAddressList: LocalizedText("it has no list of addresses", "它没有地址列表")
        case .otherName: LocalizedText("it is for another name", "它属于另一个名称")
        case .noAddress: LocalizedText("it has an address that is none", "它含有无效的地址")
        case .otherKind: LocalizedText("it has an address of another kind", "它含有另一类地址")
        case .noTimeToLive: LocalizedText("its time to live is none", "其生存时间无效")
        case .error(let word): LocalizedText("it is the error '\(word)'", "它是错误“\(word)”")
        case .httpStatus(let status): LocalizedText("the HTTP status \(status)", "HTTP 状态 \(status)")
        }
    }
}

extension DNSMessageError {
    /// The reason as a statement.
    package var statement: Statement { Statement(reason) }
}
