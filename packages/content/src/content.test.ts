import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseContent } from "./content.ts";
import { listOpenings } from "./openings.ts";
import { summarizeContent } from "./summarize-content.ts";

describe("parseContent", () => {
  const prefixes = [
    "WIFI:",
    "MECARD:",
    "BIZCARD:",
    "MATMSG:",
    "smtp:",
    "BEGIN:VEVENT\nDTSTART:20260512\nDURATION:P",
    "MEBKM:URL:",
    "BEGIN:VCARD\n",
    "BEGIN:VEVENT\nDTSTART:",
    "mailto:",
    "sms:",
    "tel:",
    "geo:",
    "https://",
    "BEGIN:VCARD\nN;ENCODING=QUOTED-PRINTABLE:",
    "",
  ];
  const anyText = fc
    .tuple(
      fc.constantFrom(...prefixes),
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.string({ unit: fc.constantFrom(...'\\;:,=?@%(){}\n\r\t "a1A.-#&\ud800') }),
    )
    .map((parts) => parts.join(""));

  test("never throws, returns a kind, and offers only harmless schemes for any text", () => {
    fc.assert(
      fc.property(anyText, fc.option(fc.constantFrom("ean13", "upce", "qr")), (text, format) => {
        const content = parseContent(text, format ?? undefined);
        expect(content.kind).toBeTypeOf("string");
        expect(summarizeContent(content)).not.toMatch(/\n/);
        for (const { href } of listOpenings(content)) {
          expect(href).toMatch(/^(https?|tel|sms|mailto|geo):/);
        }
        if (content.kind === "text") expect(content.text).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  test("reads a kind in 65,536 characters and plain text in more", () => {
    const longest = "https://example.com/".padEnd(65_536, "a");
    expect(parseContent(longest).kind).toBe("link");
    expect(parseContent(`${longest}a`)).toEqual({ kind: "text", text: `${longest}a` });
  });

  test("parses a long text of separators in less than half a second of CPU time", () => {
    for (const char of ';:",\\(=\n') {
      for (const prefix of prefixes) {
        // CPU time of this thread, because elapsed time depends on how busy the machine is.
        const cpuUsageBefore = process.threadCpuUsage();
        parseContent(prefix + char.repeat(7000));
        expect(process.threadCpuUsage(cpuUsageBefore).user).toBeLessThan(500_000);
      }
    }
  });
});
