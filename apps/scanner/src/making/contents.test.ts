import { parseContent } from "@scanhook/content";
import { describe, expect, test } from "vitest";
import {
  type CodeKind,
  type CodeValues,
  codeKinds,
  contentBuilders,
  emptyCodeValues,
  listFormats,
  nameContent,
} from "./contents.ts";

function build<K extends CodeKind>(kind: K, values: Partial<CodeValues[K]>) {
  return contentBuilders[kind]({ ...emptyCodeValues[kind], ...values });
}

describe("the content of a code", () => {
  test("is a link with its scheme", () => {
    expect(build("link", { url: " example.com/drill-7 " })).toEqual({
      ok: true,
      content: "https://example.com/drill-7",
    });
  });

  test("is a text as it was typed, whatever the language of tags is", () => {
    expect(build("text", { text: " Grüße\n🦀 ", language: "" })).toEqual({
      ok: true,
      content: " Grüße\n🦀 ",
    });
  });

  // The format is that of ZXing's documentation.
  test.each([
    [
      { ssid: "Guests; free", password: "tall:heron" },
      "WIFI:T:WPA;S:Guests\\; free;P:tall\\:heron;;",
    ],
    [{ ssid: "Old", security: "wep", password: "12345" }, "WIFI:T:WEP;S:Old;P:12345;;"],
    [{ ssid: "Open", security: "open", password: "left over" }, "WIFI:T:nopass;S:Open;;"],
  ] as const)("is a network that phones join: %j", (values, content) => {
    expect(build("wifi", values)).toEqual({ ok: true, content });
  });

  test("is a contact as vCard 3.0 that the app reads back", () => {
    const values = {
      given: "Grace",
      family: "Hopper",
      url: "example.org",
      phone: "+1 202 5550100",
    };
    const result = build("contact", values);
    expect(result).toMatchObject({ content: expect.stringContaining("VERSION:3.0\r\n") });
    expect(result.ok && parseContent(result.content)).toMatchObject({
      kind: "contact",
      name: "Grace Hopper",
      urls: ["https://example.org"],
      phones: ["+1 202 5550100"],
    });
    expect(result.ok && nameContent(result.content)).toBe("Grace Hopper");
  });

  test("needs what a tag needs", () => {
    expect(build("link", { url: "javascript:alert(1)" })).toMatchObject({
      problems: { url: "script-address" },
    });
    expect(build("text", {})).toMatchObject({ problems: { text: "no-text" } });
    expect(build("wifi", { password: "short" })).toMatchObject({
      problems: { ssid: "no-network", password: "wpa-password" },
    });
    expect(build("contact", { email: "grace" })).toMatchObject({
      problems: { given: "no-contact", email: "not-an-email" },
    });
  });
});

test("only a text is offered as bars", () => {
  const formats = Object.fromEntries(codeKinds.map((kind) => [kind, listFormats(kind)]));
  const matrix = ["qr", "datamatrix"];
  expect(formats).toEqual({
    link: matrix,
    text: [...matrix, "code128", "ean13", "ean8", "upca"],
    wifi: matrix,
    contact: matrix,
  });
});
