"""Reads NSS's built-in module of roots by PKCS #11, for scripts/trust-facts."""
import ctypes
import datetime
import re

from trust_facts_read import root


# PKCS #11 2.40: the places of functions in CK_FUNCTION_LIST, and constants; NSS's own from its pkcs11n.h.
C_INITIALIZE, C_GET_SLOT_LIST, C_OPEN_SESSION = 0, 4, 12
C_GET_ATTRIBUTE_VALUE, C_FIND_OBJECTS_INIT, C_FIND_OBJECTS = 24, 26, 27
CKF_SERIAL_SESSION = 4
CKA_CLASS, CKA_VALUE, CKA_ISSUER, CKA_SERIAL_NUMBER = 0x0, 0x11, 0x81, 0x82
CKO_CERTIFICATE = 1
NSS = 0x80000000 | 0x4E534350
CKO_NSS_TRUST = NSS + 3
CKA_NSS_SERVER_DISTRUST_AFTER = NSS + 35
CKA_TRUST_SERVER_AUTH = NSS + 0x2000 + 8
CKT_NSS_TRUSTED_DELEGATOR = NSS + 2


class Attribute(ctypes.Structure):
    _fields_ = [("type", ctypes.c_ulong), ("value", ctypes.c_void_p), ("length", ctypes.c_ulong)]


class Arguments(ctypes.Structure):
    """CK_C_INITIALIZE_ARGS, with the text that NSS's modules want in the place of the reserved pointer."""
    _fields_ = [("mutexes", ctypes.c_void_p * 4), ("flags", ctypes.c_ulong), ("parameters", ctypes.c_char_p),
                ("reserved", ctypes.c_void_p)]


def nss(module, libraries):
    """The roots for servers of NSS's built-in module, the instants after which nothing new counts below a
    certificate of it, and the names of all of its certificates."""
    for name in ["libnspr4.so", "libplc4.so", "libplds4.so"]:
        ctypes.CDLL(str(libraries / name), ctypes.RTLD_GLOBAL)
    library = ctypes.CDLL(str(module))
    word, pointer = ctypes.c_ulong, ctypes.c_void_p
    functions = ctypes.POINTER(ctypes.c_void_p)()
    check(library.C_GetFunctionList(ctypes.byref(functions)), "C_GetFunctionList")

    def function(place, *types):
        # The list begins with a version, which takes a pointer's room.
        return ctypes.CFUNCTYPE(word, *types)(functions[place + 1])

    arguments = Arguments(parameters=b"configdir='' certPrefix='' keyPrefix='' secmod='' flags=")
    check(function(C_INITIALIZE, pointer)(ctypes.addressof(arguments)), "C_Initialize")
    slots, count, session = (word * 16)(), word(16), word()
    check(function(C_GET_SLOT_LIST, ctypes.c_ubyte, pointer, pointer)(1, slots, ctypes.byref(count)), "C_GetSlotList")
    check(function(C_OPEN_SESSION, word, word, pointer, pointer, pointer)(
        slots[0], CKF_SERIAL_SESSION, None, None, ctypes.byref(session)), "C_OpenSession")
    check(function(C_FIND_OBJECTS_INIT, word, pointer, word)(session, None, 0), "C_FindObjectsInit")
    objects, found = (word * 10_000)(), word()
    check(function(C_FIND_OBJECTS, word, pointer, word, pointer)(
        session, objects, len(objects), ctypes.byref(found)), "C_FindObjects")
    get = function(C_GET_ATTRIBUTE_VALUE, word, word, pointer, word)

    def value(item, kind):
        attribute = Attribute(kind, None, 0)
        if get(session, item, ctypes.byref(attribute), 1) != 0 or attribute.length == word(-1).value:
            return b""
        octets = ctypes.create_string_buffer(attribute.length or 1)
        attribute.value = ctypes.addressof(octets)
        check(get(session, item, ctypes.byref(attribute), 1), "C_GetAttributeValue")
        return octets.raw[:attribute.length]

    def number(item, kind):
        return int.from_bytes(value(item, kind), "little")

    certificates, trusted = [], set()
    for item in objects[:found.value]:
        kind = number(item, CKA_CLASS)
        if kind == CKO_CERTIFICATE:
            certificates.append(item)
        elif kind == CKO_NSS_TRUST and number(item, CKA_TRUST_SERVER_AUTH) == CKT_NSS_TRUSTED_DELEGATOR:
            trusted.add((value(item, CKA_ISSUER), value(item, CKA_SERIAL_NUMBER)))
    roots, dates, names = {}, {}, {}
    for item in certificates:
        found = root(value(item, CKA_VALUE))
        names |= found
        if (value(item, CKA_ISSUER), value(item, CKA_SERIAL_NUMBER)) in trusted:
            roots |= found
        # Absent is one octet of zero, or none.
        date = value(item, CKA_NSS_SERVER_DISTRUST_AFTER).decode("ascii", "replace")
        if re.fullmatch(r"\d{12}Z", date):
            moment = datetime.datetime.strptime("20" + date, "%Y%m%d%H%M%SZ")
            dates[next(iter(found))] = moment.isoformat() + "Z"
        elif date.strip("\0"):
            raise SystemExit(f"trust-facts: {module}: {date!r} is no date")
    return roots, dates, names


def check(result, name):
    if result != 0:
        raise SystemExit(f"trust-facts: {name} failed with {result:#x}")
