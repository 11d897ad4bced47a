extension StatusMessages {
    static let system: [OSStatus: String] = [
        errSecSuccess: "No error occurred.",
        errSecUnimplemented: "This function or operation is not implemented.",
        errSecDiskFull: "There is no space left on the disk.",
        errSecIO: "Reading or writing failed.",
        errSecOpWr: "The file is already open for writing.",
        errSecParam: "An argument of the function is not valid.",
        errSecWrPerm: "There is no permission to write.",
        errSecAllocate: "There is not enough memory.",
        errSecUserCanceled: "The user called the operation off.",
        errSecBadReq: "The request is wrong, or made in a state that does not allow it.",
        errSecInternalComponent: "A component inside the framework failed.",
        errSecCoreFoundationUnknown: "Core Foundation failed for an unknown reason.",
        errSecMissingEntitlement: "The program lacks an entitlement that this operation needs.",
        errSecRestrictedAPI: "This function is not open to the calling program.",
    ]
}
