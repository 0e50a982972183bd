import { describe, expect, test } from "vitest";
import { parseContent } from "./content.ts";
import { listOpenings } from "./openings.ts";

describe("a mail", () => {
  test("is read from mailto: (RFC 6068)", () => {
    expect(parseContent("mailto:gorby%25kremvax@example.com")).toEqual({
      kind: "mail",
      to: ["gorby%kremvax@example.com"],
    });
    expect(parseContent("mailto:addr1@an.example,addr2@an.example")).toMatchObject({
      to: ["addr1@an.example", "addr2@an.example"],
    });
    expect(
      parseContent("mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index"),
    ).toMatchObject({ body: "send current-issue\r\nsend index" });
  });

  test("is read from MATMSG:", () => {
    expect(parseContent("MATMSG:TO:a@example.com;SUB:Hi\\; you;BODY:text;;")).toEqual({
      kind: "mail",
      to: ["a@example.com"],
      subject: "Hi; you",
      body: "text",
    });
  });

  test("has the recipients of copies, and opens with them", () => {
    const mail = parseContent(
      "mailto:a@example.com?cc=c@example.com&bcc=d@example.com&cc=e@example.com&subject=x",
    );
    expect(mail).toEqual({
      kind: "mail",
      to: ["a@example.com"],
      cc: ["c@example.com", "e@example.com"],
      bcc: ["d@example.com"],
      subject: "x",
    });
    expect(listOpenings(mail)[0]?.href).toBe(
      "mailto:a@example.com?cc=c@example.com,e@example.com&bcc=d@example.com&subject=x",
    );
    expect(parseContent("mailto:?bcc=d@example.com")).toMatchObject({ to: [] });
  });

  test("is read from SMTP: with colons in its text", () => {
    expect(parseContent("smtp:a@example.com:Hi:at 10:30")).toEqual({
      kind: "mail",
      to: ["a@example.com"],
      subject: "Hi",
      body: "at 10:30",
    });
  });

  test("opens with only the last at sign before the host", () => {
    expect(listOpenings(parseContent("mailto:a%40b@c.example"))[0]?.href).toBe(
      "mailto:a%40b@c.example",
    );
  });

  test("opens without the attachment that a link asks for", () => {
    expect(
      listOpenings(parseContent("mailto:a@b.example?subject=1+1&attach=/etc/passwd"))[0]?.href,
    ).toBe("mailto:a@b.example?subject=1%2B1");
  });
});
