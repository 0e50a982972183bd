import { describe, expect, test } from "vitest";
import { parseContent } from "./content.ts";

describe("a contact", () => {
  test("is read from the example of RFC 6350, which folds lines", () => {
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
    expect(parseContent(vcard)).toEqual({
      kind: "contact",
      name: "Simon Perreault",
      givenName: "Simon",
      familyName: "Perreault",
      organization: "Viagenie",
      phones: ["+1-418-656-9254;ext=102", "+1-418-262-6501"],
      emails: ["simon.perreault@viagenie.ca"],
      addresses: ["Suite D2-630, 2875 Laurier, Quebec, QC, G1V 2M2, Canada"],
      urls: ["http://nomis80.org"],
      birthday: "--0203",
      vcard: `${vcard}\r\n`,
    });
  });

  test("is read from a vCard 2.1 with quoted-printable text over two lines", () => {
    const vcard =
      "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=\n=C3=B6rg\nitem1.TEL;CELL:+49 30 1\nEND:VCARD";
    expect(parseContent(vcard)).toMatchObject({ name: "Jörg Müller", phones: ["+49 30 1"] });
  });

  test("is read from a note of 4,000 soft line breaks, with what is no quoted-printable", () => {
    const lines = "=C3=B6=\n".repeat(4000);
    const note = `NOTE;ENCODING=QUOTED-PRINTABLE:${lines}ä =4x=4`;
    expect(parseContent(`BEGIN:VCARD\nFN:x\n${note}\nTEL:1\nEND:VCARD`)).toMatchObject({
      note: `${"ö".repeat(4000)}ä =4x=4`,
      phones: ["1"],
    });
  });

  test("is read from soft line breaks that the text ends with", () => {
    const begin = "BEGIN:VCARD\nFN:x\nNOTE;QUOTED-PRINTABLE:";
    expect(parseContent(`${begin}a=\n=`)).toMatchObject({ note: "a=" });
    expect(parseContent(`${begin}a=\n\nTEL:1`)).toMatchObject({ note: "a", phones: ["1"] });
  });

  test.each([
    ["ISO-8859-1", "N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg", "Jörg Müller"],
    ["none, so windows-1252", "FN;quoted-printable:Max Ma=DF", "Max Maß"],
    ["none, so UTF-8", "FN;QUOTED-PRINTABLE:Max Ma=C3=9F", "Max Maß"],
    ["Shift_JIS", "FN;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=93=FA=96{", "日本"],
    ["a wrong one", "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Ma=DF", "Maß"],
    ["an unknown one", "FN;CHARSET=KLINGON;ENCODING=QUOTED-PRINTABLE:Ma=C3=9F", "Maß"],
  ])("is read from quoted-printable text with the character set %s", (_, line, name) => {
    const vcard = `BEGIN:VCARD\r\nVERSION:2.1\r\n${line}\r\nTEL:1\r\nEND:VCARD`;
    expect(parseContent(vcard)).toMatchObject({ name, phones: ["1"] });
  });

  test("has the spaces after a soft line break, and those of folded lines of vCard 2.1", () => {
    const vcard = [
      "BEGIN:VCARD",
      "VERSION:2.1",
      "FN:Jane Doe",
      "ADR;WORK;ENCODING=QUOTED-PRINTABLE:;;Main Street=",
      " 12;Vienna;;1010;Austria",
      "NOTE:Hello",
      " World",
      "END:VCARD",
    ].join("\r\n");
    expect(parseContent(vcard)).toMatchObject({
      addresses: ["Main Street 12, Vienna, 1010, Austria"],
      note: "Hello World",
    });
  });

  test("is the first of several, and the file has all of them", () => {
    const card = (name: string, number: string) =>
      `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nTEL:${number}\r\nEND:VCARD\r\n`;
    const text = card("Ann", "111") + card("Bob", "222") + card("Cy", "333");
    expect(parseContent(text)).toMatchObject({
      name: "Ann",
      phones: ["111"],
      others: ["Bob", "Cy"],
      vcard: text,
    });
  });

  test("is not its agent, whose vCard 2.1 is nested in it", () => {
    const agent = "BEGIN:VCARD\nVERSION:2.1\nN:Friday;Fred\nTEL;WORK:+1-213-555-1234\nEND:VCARD";
    const contact = parseContent(
      `BEGIN:VCARD\nVERSION:2.1\nAGENT:\n${agent}\nN:Boss;Big\nTEL:+1-999\nEND:VCARD`,
    );
    expect(contact).toMatchObject({ name: "Big Boss", phones: ["+1-999"] });
    expect(contact).not.toHaveProperty("others");
  });

  test("has the parts of a name that are lists", () => {
    // The example of RFC 6350 6.2.2.
    const name = "N:Stevenson;John;Philip,Paul;Dr.;Jr.,M.D.,A.C.P.";
    expect(parseContent(`BEGIN:VCARD\nVERSION:4.0\n${name}\nEND:VCARD`)).toMatchObject({
      name: "Dr. John Philip Paul Stevenson Jr. M.D. A.C.P.",
    });
  });

  test("has the label of an address without components", () => {
    const address = 'ADR;LABEL="Main Street 1\\nVienna":;;;;;;';
    expect(parseContent(`BEGIN:VCARD\nVERSION:4.0\nFN:x\n${address}\nEND:VCARD`)).toMatchObject({
      addresses: ["Main Street 1\nVienna"],
    });
  });

  test("is read from a MECARD with an address of seven parts, as docomo defines it", () => {
    const contact = parseContent("MECARD:N:Doe,John;ADR:,,123 Main Street,Town,ST,12345,US;;");
    expect(contact).toMatchObject({
      name: "John Doe",
      addresses: ["123 Main Street, Town, ST, 12345, US"],
      vcard: expect.stringContaining("\r\nADR:;;123 Main Street;Town;ST;12345;US\r\n"),
    });
  });

  test("is read from a MECARD with an escaped comma in the family name", () => {
    expect(parseContent("MECARD:N:O\\,Neil,Sean;TEL:1;TEL-AV:2;;")).toMatchObject({
      name: "Sean O,Neil",
      phones: ["1", "2"],
      vcard: expect.stringContaining("\r\nN:O\\,Neil;Sean;;;\r\n"),
    });
  });

  test("is read from a BIZCARD", () => {
    // The example of ZXing's tests.
    expect(
      parseContent(
        "BIZCARD:N:Sean;X:Owen;T:Software Engineer;C:Google;A:76 9th Avenue, New York;B:+12125551212;E:srowen@google.com;;",
      ),
    ).toMatchObject({
      name: "Sean Owen",
      title: "Software Engineer",
      organization: "Google",
      addresses: ["76 9th Avenue, New York"],
      phones: ["+12125551212"],
      emails: ["srowen@google.com"],
    });
  });

  test("read from a MECARD contains a vCard to save", () => {
    const contact = parseContent(
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
