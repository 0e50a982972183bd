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
