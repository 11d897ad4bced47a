import HoldfastStatements
import HoldfastDiagnostics
import HoldfastCredentials

extension CommandOption {
    static let credentialFile = CommandOption(
        "--file", "FILE",
        help: "this encrypted file, instead of the Secret Service or the user's own file",
        chinese: "使用此加密文件，而非 Secret Service 或用户自己的文件")
    static let credentialFolder = CommandOption(
        "--folder", "FOLDER",
        help: "this folder, which another program synchronises between devices", chinese: "使用此文件夹，由其他程序在设备之间同步")
    static let credentialKey = CommandOption(
        "--key-file", "FILE",
        help: "the passphrase stands in this file, which only its owner can read; no Secret Service is asked then",
        chinese: "口令在此文件中，只有其所有者可读；此时不询问 Secret Service")
    static let withoutSecretService = CommandOption(
        "--no-secret-service",
        help: "do not ask the desktop's Secret Service: use the user's own file",
        chinese: "不询问桌面的 Secret Service：使用用户自己的文件")
    static let program = CommandOption(
        "--program", "NAME",
        help: "the credentials of this program (default holdfast)", chinese: "此程序的凭据（默认 holdfast）")
    static let passwordFile = CommandOption(
        "--password-file", "FILE",
        help: "the password stands in this file, which only its owner can read (- for standard input)",
        chinese: "密码在此文件中，只有其所有者可读（- 为标准输入）")
    static let realm = CommandOption(
        "--realm", "TEXT",
        help: "the realm, as the server spells it (default: none)", chinese: "领域（realm），按服务器的写法（默认：无）")
    static let authenticationScheme = CommandOption(
        "--scheme", "SCHEME",
        help: "for basic (default), digest, ntlm, negotiate, form, or any",
        chinese: "用于 basic（默认）、digest、ntlm、negotiate、form 或 any")
    static let isDefaultCredential = CommandOption(
        "--default", help: "propose this user first where the server asks", chinese: "服务器要求时首先建议此用户")
    static let credentialUntil = CommandOption(
        "--until", "TIME",
        help: "forget it then: 30d, 12h, 2w; a date, such as 2027-01-31 (its beginning, UTC); RFC 3339",
        chinese: "到时遗忘：30d、12h、2w；日期，如 2027-01-31（UTC 当日零时）；RFC 3339")
    static let credentialUser = CommandOption(
        "--user", "NAME", help: "those of this user alone", chinese: "只限此用户的")
    static let allCredentials = CommandOption(
        "--all", help: "remove every one that is meant; without an operand, all", chinese: "删除所指的全部；不带参数时为所有")

    /// The options that say which store is meant.
    static let credentialPlaces: [CommandOption] = [
        .credentialFile, .credentialFolder, .credentialKey, .withoutSecretService, .program,
    ]
}

extension Command {
    static let credentials = Command(
        name: "credentials", operands: "VERB …", operandCount: 0...0,
        summary: LocalizedText("keep passwords for servers, list and remove them", "保存、列出、删除服务器的密码"),
        text: LocalizedText(
            """
            Passwords are kept where programs that use Holdfast find those that are permanent: in the desktop's Secret
            Service where one answers, otherwise in holdfast/credentials-PROGRAM.hfcred below $XDG_STATE_HOME or
            ~/.local/state, encrypted under a passphrase: that of --key-file, of the credential holdfast.key of
            systemd's, or one that is asked for. --file and --folder name other places.

            A password comes from the terminal or from a file, never from an argument. None is ever shown.

            holdfast credentials VERB --help explains a verb.
            """,
            """
            密码保存在使用 Holdfast 的程序查找永久密码之处：桌面的 Secret Service 有应答时存于其中，否则存于 $XDG_STATE_HOME 或 ~/.local/state 下的 \
            holdfast/credentials-PROGRAM.hfcred，用口令加密：口令来自 --key-file、systemd 的凭据 holdfast.key，或当场询问。--file 和 \
            --folder 指定其他位置。

            密码来自终端或文件，从不来自参数。任何密码都不显示。

            holdfast credentials VERB --help 说明一个动词。
            """),
        examples: [
            "holdfast credentials add https://alice@www.example.com --realm Staff --default",
            "holdfast credentials list", "holdfast credentials remove www.example.com --user alice",
        ],
        verbs: [.credentialsList, .credentialsAdd, .credentialsRemove]
    ) { _ throws(CommandError) in ExitCode.usage }

    static let credentialsList = Command(
        name: "credentials list", operands: "[HOST]", operandCount: 0...1,
        summary: LocalizedText("show whom there are passwords for", "显示保存了谁的密码"),
        text: LocalizedText(
            "Shows what is kept, of one host or of all: users, servers, realms and dates, and no password.",
            "显示一台或所有主机的保存内容：用户、服务器、领域和日期，不显示密码。"),
        options: [.credentialUser] + CommandOption.credentialPlaces + [.language, .json],
        examples: ["holdfast credentials list", "holdfast credentials list www.example.com --json"]
    ) { invocation throws(CommandError) in
        let place = try await CredentialPlace(invocation)
        let found = try await place.items(host: invocation.operands.first, user: invocation.value(.credentialUser))
        for line in found { line.show(json: invocation.has(.json)) }
        if found.isEmpty { Console.note(CredentialNote.none) }
        return ExitCode.success
    }

    static let credentialsAdd = Command(
        name: "credentials add", operands: "URL", operandCount: 1...1,
        summary: LocalizedText("keep a password", "保存密码"),
        text: LocalizedText(
            """
            The URL names the user, the server and its port: https://alice@www.example.com. A password in it is refused:
            arguments can be seen by every user of the machine. One for the same user, server, realm and scheme is
            replaced.
            """,
            """
            URL 写明用户、服务器及其端口：https://alice@www.example.com。其中的密码会被拒绝：参数对本机的每个用户可见。同一用户、服务器、领域和方案的密码会被取代。
            """),
        options: [
            .realm, .authenticationScheme, .isDefaultCredential, .credentialUntil, .passwordFile,
        ] + CommandOption.credentialPlaces + [.language, .json],
        examples: [
            "holdfast credentials add https://alice@www.example.com --realm Staff --scheme digest",
            "holdfast credentials add https://alice@www.example.com --password-file - < password.txt",
        ]
    ) { invocation throws(CommandError) in
        try await CredentialAddition(invocation).run()
    }

    static let credentialsRemove = Command(
        name: "credentials remove", operands: "[ID|HOST]", operandCount: 0...1,
        summary: LocalizedText("forget passwords", "遗忘密码"),
        text: LocalizedText(
            "Removes one by its number, as credentials list shows it, or those of a host.",
            "按 credentials list 显示的编号移除一个，或移除一台主机的全部。"),
        options: [.credentialUser, .allCredentials] + CommandOption.credentialPlaces + [.language, .json],
        examples: [
            "holdfast credentials remove www.example.com --user alice",
            "holdfast credentials remove www.example.com --all",
        ]
    ) { invocation throws(CommandError) in
        let place = try await CredentialPlace(invocation)
        let (operand, removesAll) = (invocation.operands.first, invocation.has(.allCredentials))
        guard operand != nil || removesAll else {
            throw .usage(
                UsageSentence.needs(option: "credentials remove", needed: "ID|HOST"),
                hint: CredentialsAdvice.allRemovesEvery)
        }
        let found = try await place.items(host: operand, user: invocation.value(.credentialUser))
        guard !found.isEmpty || operand == nil else {
            throw .usage(
                CredentialsSentence.nothingKept(host: operand ?? ""), code: .noSuchCredential,
                hint: CredentialsAdvice.listShows)
        }
        guard found.count <= 1 || removesAll else {
            throw .usage(
                CredentialsSentence.several(count: found.count, host: operand ?? ""),
                code: .severalCredentials,
                hint: CredentialsAdvice.addAll)
        }
        try await place.remove(found)
        for line in found {
            Console.note(CredentialNote.removed(line.note))
            if invocation.has(.json) { line.show(json: true) }
        }
        return ExitCode.success
    }
}
