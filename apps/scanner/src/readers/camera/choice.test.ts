import type { CodeFormat, Reading } from "@scanhook/codes";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agreementMs, createAgreement } from "./agreement.ts";
import { createChoice, patienceMs } from "./choice.ts";
import { toCodeKey } from "./code-key.ts";

function createReading(format: CodeFormat, content: string): Reading {
  const corner = { x: 0, y: 0 };
  return {
    format,
    content,
    bytes: new Uint8Array(),
    gs1: false,
    corners: [corner, corner, corner, corner],
  };
}
/** Cameras give about 30 frames a second. */
const frameIntervalMs = 33;
const qrReading = createReading("qr", "https://example.com");
const eanReading = createReading("ean13", "5901234123457");
const misread = createReading("ean13", "9074932437075");

describe("agreement", () => {
  it("trusts a code with error correction after one frame", () => {
    expect(createAgreement().confirm([qrReading], 0)).toEqual([qrReading]);
  });

  it("trusts a linear code when a second frame agrees", () => {
    const agreement = createAgreement();
    expect(agreement.confirm([eanReading], 0)).toEqual([]);
    expect(agreement.confirm([eanReading], 40)).toEqual([eanReading]);
  });

  it("drops a misread that one blurred frame gave", () => {
    const agreement = createAgreement();
    expect(agreement.confirm([misread], 0)).toEqual([]);
    expect(agreement.confirm([eanReading], 40)).toEqual([]);
    expect(agreement.confirm([eanReading], 80)).toEqual([eanReading]);
  });

  it("trusts a linear code across frames in which the code is missing, but only for a while", () => {
    const agreement = createAgreement();
    agreement.confirm([eanReading], 0);
    agreement.confirm([], 40);
    expect(agreement.confirm([eanReading], 80)).toEqual([eanReading]);
    expect(agreement.confirm([eanReading], 81 + agreementMs)).toEqual([]);
  });

  it("does not count the same content in another format as agreement", () => {
    const agreement = createAgreement();
    agreement.confirm([createReading("code128", "5901234123457")], 0);
    expect(agreement.confirm([eanReading], 40)).toEqual([]);
  });

  it("never trusts a linear code that only one frame saw", () => {
    const readings = fc.constantFrom(
      qrReading,
      eanReading,
      misread,
      createReading("upca", "012345678905"),
    );
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(readings), { maxLength: 30 }), (frames) => {
        const agreement = createAgreement();
        const seenKeys = new Set<string>();
        frames.forEach((frame, index) => {
          for (const trusted of agreement.confirm(frame, index * frameIntervalMs)) {
            expect(trusted.format === "qr" || seenKeys.has(toCodeKey(trusted))).toBe(true);
          }
          for (const seen of frame) seenKeys.add(toCodeKey(seen));
        });
      }),
    );
  });
});

describe("choice", () => {
  it("chooses a code immediately if it is alone", () => {
    expect(createChoice().choose([qrReading], [qrReading], 0)).toEqual({
      kind: "one",
      reading: qrReading,
    });
  });

  it("lists several codes in one picture", () => {
    expect(createChoice().choose([qrReading, eanReading], [qrReading, eanReading], 0)).toEqual({
      kind: "several",
      readings: [qrReading, eanReading],
    });
  });

  it("waits for a neighbor that a second frame may confirm", () => {
    const choice = createChoice();
    expect(choice.choose([qrReading, eanReading], [qrReading], 0)).toEqual({ kind: "nothing" });
    expect(choice.choose([eanReading], [eanReading], 40)).toEqual({
      kind: "several",
      readings: [qrReading, eanReading],
    });
  });

  it("stops waiting for a neighbor that stays unconfirmed, because it may be a misread", () => {
    const choice = createChoice();
    choice.choose([qrReading, misread], [qrReading], 0);
    expect(choice.choose([qrReading, misread], [qrReading], patienceMs)).toEqual({
      kind: "one",
      reading: qrReading,
    });
  });

  it("stops waiting when the unconfirmed neighbor is gone", () => {
    const choice = createChoice();
    choice.choose([qrReading, misread], [qrReading], 0);
    expect(choice.choose([qrReading], [qrReading], 40)).toEqual({
      kind: "one",
      reading: qrReading,
    });
  });

  it("leaves out codes that are trusted but not new", () => {
    expect(createChoice().choose([], [qrReading], 0)).toEqual({ kind: "nothing" });
    expect(createChoice().choose([eanReading], [qrReading, eanReading], 0)).toEqual({
      kind: "one",
      reading: eanReading,
    });
  });

  it("forgets the confirmed codes after a choice", () => {
    const choice = createChoice();
    choice.choose([qrReading], [qrReading], 0);
    expect(choice.choose([], [], 40)).toEqual({ kind: "nothing" });
    expect(choice.choose([eanReading], [eanReading], 80)).toEqual({
      kind: "one",
      reading: eanReading,
    });
  });
});
