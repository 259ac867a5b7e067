"""Prints the offset, address, length and CRC-32 of each response in a WARC file, as FastWARC reads it."""

import sys
import zlib

try:
    from fastwarc.warc import ArchiveIterator, WarcRecordType
except ImportError:
    sys.exit(77)

with open(sys.argv[1], "rb") as file:
    for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True, auto_decode="all"):
        payload = record.reader.read()
        print(record.stream_pos, record.headers["WARC-Target-URI"], len(payload), zlib.crc32(payload))
