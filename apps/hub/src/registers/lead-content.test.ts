import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLead } from "./lead-content.ts";

describe("readLead", () => {
  it.each([
    [
      "a vCard 4.0 of several numbers",
      "BEGIN:VCARD\nVERSION:4.0\nFN:Ada Lovelace\nN:Lovelace;Ada;;;\nTEL:tel:+44-20-1\nTEL:tel:+44-20-2\nEMAIL:ada@example.com\nURL:https://example.com\nNOTE:Met in Turin\nEND:VCARD",
      "Ada Lovelace",
      {
        "First name": "Ada",
        "Last name": "Lovelace",
        Email: "ada@example.com",
        Phone: "+44-20-1",
        "Phone 2": "+44-20-2",
        Website: "https://example.com",
        Remark: "Met in Turin",
      },
    ],
    [
      "a MECARD",
      "MECARD:N:Lovelace,Ada;ORG:Analytical;EMAIL:ada@example.com;;",
      "Ada Lovelace",
      {
        "First name": "Ada",
        "Last name": "Lovelace",
        Company: "Analytical",
        Email: "ada@example.com",
      },
    ],
    ["a mail address", "mailto:ada@example.com", "ada@example.com", { Email: "ada@example.com" }],
    ["a bare address", " ada@example.com\n", "ada@example.com", { Email: "ada@example.com" }],
    ["a bare number", "+44 (0)20 1234", "+44 (0)20 1234", { Phone: "+44 (0)20 1234" }],
    ["a number for messages", "smsto:+44201:Hello", "+44201", { Phone: "+44201" }],
    ["a telephone number", "tel:+44201", "+44201", { Phone: "+44201" }],
    [
      "a link",
      "https://www.example.com/in/ada/",
      "example.com/in/ada",
      { Website: "https://www.example.com/in/ada/" },
    ],
  ])("reads %s", (_, content, label, fields) => {
    expect(readLead(content)).toEqual({ label, fields, blocked: false });
  });

  it.each([
    "A-4711",
    "0301234567",
    "@home.now",
    "",
    "WIFI:S:fair;;",
    "4006381333931",
    "BEGIN:VCARD\nEND:VCARD",
  ])("finds no contact in %j", (content) => {
    expect(readLead(content)).toBeUndefined();
  });

  it("makes a label of one line and short fields of any text", () => {
    const text = fc.string({ unit: "binary", maxLength: 3000 });
    const property = fc.property(text, text, text, (name, company, note) => {
      const card = `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nORG:${company}\nNOTE:${note}\nEND:VCARD`;
      const lead = readLead(card);
      if (!lead) return;
      expect(lead.label).toMatch(/^[^\n\r\u202e]{1,400}$/u);
      for (const value of Object.values(lead.fields)) {
        expect(value.length).toBeLessThanOrEqual(1000);
        expect(value.isWellFormed()).toBe(true);
      }
    });
    fc.assert(property, { numRuns: 200 });
  });
});
