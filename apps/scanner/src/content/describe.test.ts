import fc from "fast-check";
import { expect, describe as group, test } from "vitest";
import { describe } from "./describe.ts";
import { openings } from "./open.ts";
import { summarize } from "./summary.ts";

group("products", () => {
  test.each([
    ["4902580453022", "ean13", "EAN-13"],
    ["96385074", "ean8", "EAN-8"],
    ["882428015268", "upca", "UPC-A"],
    ["04965802", "upce", "UPC-E"],
    ["03897425", "upce", "UPC-E"],
    ["9783161484100", "ean13", "ISBN"],
  ])("%s read as %s is a product number", (content, format, standard) => {
    expect(describe(content, format)).toEqual({ kind: "product", number: content, standard });
  });

  test("digits with a wrong check digit, or from another kind of code, are text", () => {
    expect(describe("4902580453023", "ean13").kind).toBe("text");
    expect(describe("04965803", "upce").kind).toBe("text");
    expect(describe("4902580453022", "qr").kind).toBe("text");
    expect(describe("4902580453022").kind).toBe("text");
  });
});

group("links", () => {
  test("a web address tells its host and port", () => {
    expect(describe("https://example.com:8443/a?b=c#d")).toEqual({
      kind: "link",
      url: "https://example.com:8443/a?b=c#d",
      host: "example.com:8443",
      mixed: false,
    });
    expect(describe(" HTTP://EXAMPLE.COM/x ")).toMatchObject({ host: "example.com" });
    expect(describe("www.example.com/x")).toMatchObject({ url: "https://www.example.com/x" });
  });

  test("a bookmark has a title", () => {
    expect(describe("MEBKM:TITLE:Google Mobile;URL:http\\://google.com/mobile;;")).toMatchObject({
      url: "http://google.com/mobile",
      title: "Google Mobile",
    });
  });

  test("a look-alike host is told in punycode only, an honest one also in its own letters", () => {
    // The published attack: "apple" in Cyrillic letters.
    expect(describe("https://аррӏе.com/")).toEqual({
      kind: "link",
      url: "https://xn--80ak6aa92e.com/",
      host: "xn--80ak6aa92e.com",
      mixed: true,
    });
    expect(describe("https://münchen.de/")).toMatchObject({
      host: "xn--mnchen-3ya.de",
      written: "münchen.de",
      mixed: false,
    });
    expect(describe("https://例え.jp/")).toMatchObject({ written: "例え.jp", mixed: false });
    expect(describe("https://президент.рф/")).toMatchObject({ written: "президент.рф" });
  });

  test("what stands before an @ is not the host", () => {
    expect(describe("https://paypal.com@evil.example/login")).toMatchObject({
      host: "evil.example",
      before: "paypal.com",
    });
  });

  test.each([
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "intent://scan/#Intent;scheme=zxing;package=com.example;end",
    "file:///etc/passwd",
    "vbscript:x",
    "otpauth://totp/Example:alice?secret=JBSWY3DPEHPK3PXP",
    "https://",
    "http:// example.com",
    "see https://example.com",
  ])("%s is text, and nothing can be opened", (content) => {
    expect(describe(content)).toEqual({ kind: "text", text: content });
    expect(openings(describe(content))).toEqual([]);
  });
});

group("Wi-Fi", () => {
  test("ZXing's example", () => {
    expect(describe("WIFI:T:WPA;S:mynetwork;P:mypass;;")).toEqual({
      kind: "wifi",
      name: "mynetwork",
      security: "WPA",
      password: "mypass",
      hidden: false,
    });
  });

  test("escapes are undone, in any order of the fields", () => {
    expect(describe('WIFI:S:\\"foo\\;bar\\\\baz\\";H:true;P:a\\:b\\,c;T:WPA;;')).toMatchObject({
      name: '"foo;bar\\baz"',
      password: "a:b,c",
      hidden: true,
    });
  });

  test("quotes round hexadecimal digits are not part of the name; an open network has no password", () => {
    expect(describe('WIFI:S:"ABCD";T:nopass;P:;;')).toEqual({
      kind: "wifi",
      name: "ABCD",
      security: "nopass",
      hidden: false,
    });
    expect(describe("WIFI:T:WPA;P:x;;").kind).toBe("text");
  });
});

group("contacts", () => {
  test("RFC 6350's example, folded lines and all", () => {
    const vcard = [
      "BEGIN:VCARD",
      "VERSION:4.0",
      "FN:Simon Perreault",
      "N:Perreault;Simon;;;ing. jr,M.Sc.",
      "BDAY:--0203",
      "GENDER:M",
      "ORG;TYPE=work:Viagenie",
      "ADR;TYPE=work:;Suite D2-630;2875 Laurier;",
      " Quebec;QC;G1V 2M2;Canada",
      'TEL;VALUE=uri;TYPE="work,voice";PREF=1:tel:+1-418-656-9254;ext=102',
      'TEL;VALUE=uri;TYPE="work,cell,voice,video,text":tel:+1-418-262-6501',
      "EMAIL;TYPE=work:simon.perreault@viagenie.ca",
      "URL;TYPE=home:http://nomis80.org",
      "END:VCARD",
    ].join("\r\n");
    expect(describe(vcard)).toEqual({
      kind: "contact",
      name: "Simon Perreault",
      organization: "Viagenie",
      phones: ["+1-418-656-9254;ext=102", "+1-418-262-6501"],
      emails: ["simon.perreault@viagenie.ca"],
      addresses: ["Suite D2-630, 2875 Laurier, Quebec, QC, G1V 2M2, Canada"],
      urls: ["http://nomis80.org"],
      birthday: "--0203",
      vcard: `${vcard}\r\n`,
    });
  });

  test("a vCard 2.1 with quoted-printable text over two lines", () => {
    const vcard =
      "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=\n=C3=B6rg\nitem1.TEL;CELL:+49 30 1\nEND:VCARD";
    expect(describe(vcard)).toMatchObject({ name: "Jörg Müller", phones: ["+49 30 1"] });
  });

  test("ZXing's MECARD becomes a vCard to save", () => {
    const contact = describe(
      "MECARD:N:Owen,Sean;ADR:76 9th Avenue, 4th Floor, New York, NY 10011;TEL:12125551212;EMAIL:srowen@example.com;;",
    );
    expect(contact).toMatchObject({
      kind: "contact",
      name: "Sean Owen",
      phones: ["12125551212"],
      emails: ["srowen@example.com"],
      addresses: ["76 9th Avenue, 4th Floor, New York, NY 10011"],
    });
    const { vcard } = contact as Extract<typeof contact, { kind: "contact" }>;
    expect(vcard).toContain("N:Owen;Sean;;;\r\nFN:Sean Owen\r\n");
    expect(vcard).toContain("ADR:;;76 9th Avenue\\, 4th Floor\\, New York\\, NY 10011;;;;\r\n");
  });
});

group("events", () => {
  test("RFC 5545's example, whatever is nested in it", () => {
    const ics = [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//RDU Software//NONSGML HandCal//EN",
      "BEGIN:VTIMEZONE",
      "TZID:America/New_York",
      "BEGIN:STANDARD",
      "DTSTART:19981025T020000",
      "END:STANDARD",
      "END:VTIMEZONE",
      "BEGIN:VEVENT",
      "DTSTAMP:19980309T231000Z",
      "UID:guid-1.example.com",
      "DESCRIPTION:Project XYZ Review Meeting",
      "CATEGORIES:MEETING",
      "SUMMARY:XYZ Project Review",
      "BEGIN:VALARM",
      "DESCRIPTION:not this",
      "END:VALARM",
      "DTSTART;TZID=America/New_York:19980312T083000",
      "DTEND;TZID=America/New_York:19980312T093000",
      "LOCATION:1CP Conference Room 4350",
      "END:VEVENT",
      "END:VCALENDAR",
    ].join("\r\n");
    expect(describe(ics)).toEqual({
      kind: "event",
      title: "XYZ Project Review",
      start: { date: "1998-03-12", time: "08:30:00", zone: "America/New_York" },
      end: { date: "1998-03-12", time: "09:30:00", zone: "America/New_York" },
      location: "1CP Conference Room 4350",
      description: "Project XYZ Review Meeting",
      ics: `${ics}\r\n`,
    });
  });

  test("an event without a calendar round it is saved with one", () => {
    const event = describe(
      "BEGIN:VEVENT\nSUMMARY:Summer Vacation!\nDTSTART:20180601T070000Z\nDTEND;VALUE=DATE:20180831\nEND:VEVENT",
    );
    expect(event).toMatchObject({
      title: "Summer Vacation!",
      start: { date: "2018-06-01", time: "07:00:00", zone: "UTC" },
      end: { date: "2018-08-31" },
    });
    const { ics } = event as Extract<typeof event, { kind: "event" }>;
    expect(ics).toMatch(
      /^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n[\s\S]*END:VEVENT\r\nEND:VCALENDAR\r\n$/,
    );
  });
});

group("numbers, messages, mail, places", () => {
  test("RFC 3966", () => {
    expect(describe("tel:+1-201-555-0123")).toEqual({ kind: "phone", number: "+1-201-555-0123" });
    expect(describe("tel:7042;phone-context=example.com")).toMatchObject({ number: "7042" });
    expect(describe("TEL:*%2306%23")).toMatchObject({ number: "*#06#" });
    expect(describe("tel:call me").kind).toBe("text");
  });

  test("RFC 5724, and what phones write", () => {
    const expected = { kind: "sms", number: "+15105550101", text: "hello there" };
    expect(describe("sms:+15105550101?body=hello%20there")).toEqual(expected);
    expect(describe("SMSTO:+15105550101:hello there")).toEqual(expected);
    expect(openings(describe("smsto:+15105550101:a&b"))[0]?.href).toBe(
      "sms:+15105550101?body=a%26b",
    );
  });

  test("RFC 6068, and MATMSG", () => {
    expect(describe("mailto:gorby%25kremvax@example.com")).toEqual({
      kind: "mail",
      to: ["gorby%kremvax@example.com"],
    });
    expect(describe("mailto:addr1@an.example,addr2@an.example")).toMatchObject({
      to: ["addr1@an.example", "addr2@an.example"],
    });
    expect(
      describe("mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index"),
    ).toMatchObject({ body: "send current-issue\r\nsend index" });
    expect(describe("MATMSG:TO:a@example.com;SUB:Hi\\; you;BODY:text;;")).toEqual({
      kind: "mail",
      to: ["a@example.com"],
      subject: "Hi; you",
      body: "text",
    });
    expect(openings(describe("mailto:a@b.example?subject=1+1&attach=/etc/passwd"))[0]?.href).toBe(
      "mailto:a@b.example?subject=1%2B1",
    );
  });

  test("RFC 5870, and Android's searches", () => {
    expect(describe("geo:48.2010,16.3695,183")).toEqual({
      kind: "place",
      coordinates: { latitude: 48.201, longitude: 16.3695 },
    });
    expect(describe("geo:66,30;u=6.500;FOo=this%2dthat")).toMatchObject({
      coordinates: { latitude: 66, longitude: 30 },
    });
    expect(describe("geo:0,0?q=34.99,-106.61(Treasure)")).toEqual({
      kind: "place",
      coordinates: { latitude: 34.99, longitude: -106.61 },
      label: "Treasure",
    });
    expect(describe("geo:0,0?q=1600+Amphitheatre+Parkway")).toEqual({
      kind: "place",
      label: "1600 Amphitheatre Parkway",
    });
    expect(describe("geo:91,0").kind).toBe("text");
  });
});

group("anything at all", () => {
  const shapes = [
    "WIFI:",
    "MECARD:",
    "MATMSG:",
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
  const content = fc
    .tuple(
      fc.constantFrom(...shapes),
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.string({ unit: fc.constantFrom(...'\\;:,=?@%(){}\n\r\t "a1A.-#&\ud800') }),
    )
    .map((parts) => parts.join(""));

  test("never throws, always says one of the ten kinds, and opens only harmless schemes", () => {
    fc.assert(
      fc.property(content, fc.option(fc.constantFrom("ean13", "upce", "qr")), (text, format) => {
        const described = describe(text, format ?? undefined);
        expect(described.kind).toBeTypeOf("string");
        expect(summarize(described)).not.toMatch(/\n/);
        for (const { href } of openings(described)) {
          expect(href).toMatch(/^(https?|tel|sms|mailto|geo):/);
        }
        if (described.kind === "text") expect(described.text).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  test("a long content of separators is read in no time", () => {
    for (const char of ';:",\\(=\n') {
      for (const shape of shapes) {
        // The work of this thread, not the time: others may keep the machine busy.
        const before = process.threadCpuUsage();
        describe(shape + char.repeat(7000));
        expect(process.threadCpuUsage(before).user).toBeLessThan(500_000);
      }
    }
  });

  test("any name and password survive being written as a Wi-Fi code", () => {
    const quote = (text: string) => text.replace(/[\\;,:"]/g, "\\$&");
    const words = fc.string({ minLength: 1, unit: "grapheme" });
    fc.assert(
      fc.property(words, words, (name, password) => {
        fc.pre(!/^"[0-9A-Fa-f]+"$/.test(name) && !/^"[0-9A-Fa-f]+"$/.test(password));
        expect(describe(`WIFI:T:WPA;S:${quote(name)};P:${quote(password)};;`)).toMatchObject({
          kind: "wifi",
          name,
          password,
        });
      }),
    );
  });
});
