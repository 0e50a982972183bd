import { describe, expect, test } from "vitest";
import type { Corners } from "../geometry/corners.ts";
import { createCodeReader, type Reading } from "../index.ts";
import { readerWasm } from "../node.ts";
import { drawSequence, splitSequence } from "../testing/qr-sequence.ts";
import { isPartMissing, joinSequences, type SequencePosition } from "./structured-append.ts";

const reader = await createCodeReader({ wasm: await readerWasm() });
const utf8 = new TextEncoder();

describe("a content that is spread over several QR codes", () => {
  const content = "https://example.org/a-content-that-is-longer-than-one-code";
  const parts = splitSequence(utf8.encode(content), 20);

  test.each(["frame", "still"] as const)("%s() joins its parts in their order", async (method) => {
    expect(parts).toHaveLength(3);
    const frame = drawSequence([parts[2]!, parts[0]!, parts[1]!]);
    const [reading, ...others] = await reader[method](frame);
    expect(others).toEqual([]);
    expect(reading).toMatchObject({ content, bytes: utf8.encode(content), format: "qr" });
    const xs = reading!.corners.map((corner) => corner.x);
    expect(Math.min(...xs)).toBeLessThan(40);
    expect(Math.max(...xs)).toBeGreaterThan(frame.width - 40);
  });

  test("its parts are reported one by one if one is missing", async () => {
    const readings = await reader.still(drawSequence([parts[2]!, parts[0]!]));
    expect(new Set(readings.map((reading) => reading.content))).toEqual(
      new Set([content.slice(0, 20), content.slice(40)]),
    );
    expect(Object.keys(readings[0]!)).not.toContain("sequence");
  });

  test("a part that is there twice counts once", async () => {
    const readings = await reader.still(drawSequence([parts[0]!, ...parts]));
    expect(readings.map((reading) => reading.content)).toEqual([content]);
  });

  test("a character that is cut in two is whole again", async () => {
    const greeting = "Grüße aus Köln";
    const cut = splitSequence(utf8.encode(greeting), 3);
    const readings = await reader.still(drawSequence(cut));
    expect(readings.map((reading) => reading.content)).toEqual([greeting]);
  });

  test("two contents in a picture are not mixed up", async () => {
    const other = splitSequence(utf8.encode("a second content, cut in two"), 20);
    const readings = await reader.still(drawSequence([...parts, ...other]));
    expect(new Set(readings.map((reading) => reading.content))).toEqual(
      new Set([content, "a second content, cut in two"]),
    );
  });
});

describe("joinSequences()", () => {
  const corners: Corners = [
    { x: 0, y: 0 },
    { x: 9, y: 0 },
    { x: 9, y: 9 },
    { x: 0, y: 9 },
  ];
  const toPart = (content: string, sequence?: SequencePosition, format = "pdf417" as const) => ({
    content,
    bytes: utf8.encode(content),
    format,
    gs1: false,
    corners,
    sequence,
  });
  const contentsOf = (readings: Reading[]) => readings.map((reading) => reading.content);

  test("leaves readings of no sequence as they are", () => {
    const readings = [toPart("a"), toPart("b")];
    expect(joinSequences(readings)).toEqual(readings);
    expect(isPartMissing(readings)).toBe(false);
  });

  test("puts the whole content where its first part was", () => {
    const readings = [
      toPart("x"),
      toPart("two", { index: 1, size: 2, id: "7" }),
      toPart("y"),
      toPart("one", { index: 0, size: 2, id: "7" }),
    ];
    expect(contentsOf(joinSequences(readings))).toEqual(["x", "onetwo", "y"]);
  });

  test("takes the size from the part that tells it", () => {
    const readings = [
      toPart("one", { index: 0, size: 0, id: "7" }),
      toPart("two", { index: 1, size: 2, id: "7" }),
    ];
    expect(contentsOf(joinSequences(readings))).toEqual(["onetwo"]);
  });

  test.each([
    ["of another id", { index: 1, size: 2, id: "8" }],
    ["of another size", { index: 1, size: 3, id: "7" }],
    ["with the same place but another content", { index: 0, size: 2, id: "7" }],
    ["beyond the end", { index: 2, size: 2, id: "7" }],
  ])("does not join a part %s", (_, place) => {
    const readings = [toPart("one", { index: 0, size: 2, id: "7" }), toPart("two", place)];
    expect(joinSequences(readings)).toEqual(readings);
    expect(isPartMissing(readings)).toBe(true);
  });
});
