"""Text files as people have them: UTF-8, or UTF-16 as Windows writes it.

What does not belong here: what is in them.
"""

import codecs


def text_in(content: bytes) -> str:
    """Return the text of a file; UTF-16 if its byte order mark says so.

    Raises UnicodeDecodeError.

    >>> text_in("a".encode("utf-16")), text_in("a".encode("utf-8-sig"))
    ('a', 'a')
    """
    is_utf16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return content.decode("utf-16" if is_utf16 else "utf-8-sig")
