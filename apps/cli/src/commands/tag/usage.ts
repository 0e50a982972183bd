import { createUsage } from "../../input/usage.ts";

export const jsonOption = { json: { help: "print one line of JSON" } } as const;

export const decodeOptions = {
  uid: { value: "UID", help: "decode: the tag's identifier, such as 04:A2:7F:1B:5E:80:00" },
  memory: {
    value: "t2|t5",
    help: "decode: the bytes are the memory of a Type 2 tag (NTAG, from page 0) or a Type 5 tag (ISO 15693, from block 0), not a message",
  },
  date: {
    value: "TIME",
    help: "decode: the time of the scan, such as 2026-05-12T14:23:01Z (default: now)",
  },
} as const;

export const waitOptions = {
  reader: { value: "NAME", help: "use only readers with this in their name (default: any)" },
  wait: {
    value: "SECONDS",
    help: "give up when no tag comes within this time (default: wait forever)",
  },
} as const;

export const writeOptions = {
  url: { value: "URL", help: "write: a link, or any other URI such as tel:+15550100" },
  text: { value: "TEXT", help: "write: a text" },
  language: { value: "CODE", help: "write: the language of the text (default: en)" },
  mirror: {
    help: "write: let the chip (NTAG213, 215, 216) put its UID or the number of its touches where {uid}, {counter} or {uid}x{counter} stands in the link or text",
  },
  openprinttag: {
    value: "FILE",
    help: "write: an OpenPrintTag with the fields in this JSON file, in the form that decode --json prints; it fills the tag",
  },
  hex: { value: "HEX", help: "write: a whole NDEF message in hexadecimal" },
  lock: { help: "write: make the tag read-only afterwards, which cannot be undone" },
  yes: { help: "write, lock: lock without asking for confirmation" },
} as const;

export const passwordOption = {
  password: {
    value: "HEX|-",
    help: "the password of the tag (NTAG213, 215, 216), four bytes such as C0FFEE42; - reads it from stdin (default: SCANHOOK_TAG_PASSWORD)",
  },
} as const;

export const readingOption = {
  reading: { help: "protect: reading needs the password, too; phones then see an empty tag" },
} as const;

export const tagUsage = createUsage("tag", {
  lines: [
    "scanhook tag decode HEX|FILE|- [--uid UID] [--memory t2|t5]",
    "scanhook tag read [--reader NAME] [--wait SECONDS]",
    "scanhook tag write (--url URL | --text TEXT | --openprinttag FILE | --hex HEX) [--lock]",
    "scanhook tag lock [--yes]",
    "scanhook tag protect|unprotect --password HEX|- [--reading]",
    "scanhook tag dump [FILE]",
    "scanhook tag readers",
  ],
  about: `Reads and writes single NFC tags on a USB reader (PC/SC). "tag decode" needs no reader: it prints the scan that
would be sent for a tag with these bytes, which are an NDEF message unless --memory says otherwise. With - it reads lines
of HEX, or HEX and UID, from stdin and prints one line of JSON for each; a line that cannot be decoded has an "error".

"tag write" replaces the content of the tag, reads it back and compares. A tag that is taken away during writing reads as
empty, never with half of its content; put it on again to write it again. "tag lock" makes a tag read-only for good. "tag
protect" sets a password of an NTAG213, 215 or 216, without which nobody can write it, and "tag unprotect" removes it; both
need a reader that passes on commands of the chip, such as the ACR122U. "tag dump" saves the whole memory of a tag in FILE,
which must not exist yet, or prints it in hexadecimal; "tag decode FILE --memory t2" reads it.`,
  options: {
    ...decodeOptions,
    ...waitOptions,
    ...writeOptions,
    ...passwordOption,
    ...readingOption,
    ...jsonOption,
  },
  after: "Exit code: 0 done, 1 failed (decode: at least one failed), 2 wrong use.",
  examples: [
    "scanhook tag decode d1010c55046578616d706c652e636f6d --uid 04:A2:7F:1B:5E:80:00",
    "scanhook tag decode dump.bin --memory t2 --json",
    "scanhook tag read --wait 30",
    "scanhook tag write --url https://example.org/drill-7 --lock",
    "scanhook tag write --url 'https://example.org/?tag={uid}x{counter}' --mirror",
    "scanhook tag dump drill-7.bin",
  ],
});
