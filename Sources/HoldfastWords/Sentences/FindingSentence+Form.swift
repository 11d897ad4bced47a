/// Sentences about lifetimes, and about the place of bytes that cannot be read.
extension FindingSentence {
    static let aboutForm: [(english: String, chinese: String)] = [
        ("at most {} days", "最多 {1} 天"),
        ("{~} (at byte {})", "{1}（位于第 {2} 字节）"),
        ("{}: {~} (at byte {})", "{1}：{2}（位于第 {3} 字节）"),
    ]
}

/// Sentences about bytes that cannot be read.
extension FindingSentence {
    static let aboutDER: [(english: String, chinese: String)] = [
        ("nothing left where an element goes on", "元素未完，内容已尽"),
        ("{} bytes announced, {} left", "声明 {1} 字节，只剩 {2} 字节"),
        ("indefinite length, which DER forbids", "使用了 DER 禁止的不定长"),
        ("length not in its shortest form", "长度未用最短形式"),
        ("length that no input can have", "长度超出可能的范围"),
        ("tag number not in its shortest form", "标签号未用最短形式"),
        ("tag number too large", "标签号过大"),
        ("end-of-contents tag, which DER forbids", "出现 DER 禁止的内容结束标签"),
        ("{} expected, {} found", "应为 {1}，实为 {2}"),
        ("{} expected, nothing left", "应为 {1}，但内容已尽"),
        ("1 byte too many", "多出 1 字节"),
        ("{} bytes too many", "多出 {1} 字节"),
        ("BOOLEAN that is neither 00 nor FF", "BOOLEAN 既非 00 也非 FF"),
        ("INTEGER without content", "INTEGER 没有内容"),
        ("INTEGER not in its shortest form", "INTEGER 未用最短形式"),
        ("INTEGER outside its range", "INTEGER 超出范围"),
        ("NULL with content", "NULL 带有内容"),
        ("BIT STRING with an impossible count of unused bits", "BIT STRING 的未用位数不可能成立"),
        ("BIT STRING whose unused bits are not zero", "BIT STRING 的未用位不为零"),
        ("OBJECT IDENTIFIER that is empty, cut or padded", "OBJECT IDENTIFIER 为空、被截断或有填充"),
        ("SET OF not in ascending order", "SET OF 未按升序排列"),
        ("{} bytes, more than the limit of {}", "{1} 字节，超过上限 {2}"),
        ("nested deeper than {} levels", "嵌套超过 {1} 层"),
        ("more than {} elements", "超过 {1} 个元素"),
        ("general name of a kind that does not exist: {}", "不存在的名称类型：{1}"),
        ("relative distinguished name without an attribute", "相对可分辨名称中没有属性"),
        ("version that X.509 does not have", "X.509 没有的版本"),
        ("IA5String with an octet outside ASCII", "IA5String 含有 ASCII 以外的字节"),
        ("date or time of day that does not exist", "不存在的日期或时间"),
        ("digest that is not known", "无法识别的摘要算法"),
        ("mask generation function that is not MGF1", "掩码生成函数不是 MGF1"),
        ("trailer field that is not 1", "trailerField 不是 1"),
    ]
}
