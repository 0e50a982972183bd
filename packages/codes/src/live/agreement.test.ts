import { expect, test } from "vitest";
import type { Found } from "../engine/engine.ts";
import type { Corners } from "../geometry/corners.ts";
import { createFrameAgreement } from "./agreement.ts";

function toFound(format: Found["format"], content: string): Found {
  const corners = Array(4).fill({ x: 0, y: 0 }) as unknown as Corners;
  return { content, format, bytes: new Uint8Array(), gs1: false, corners, lineCount: 0 };
}

test("a PDF417 counts once two frames agree on its content, and a QR code at once", () => {
  const keepConfirmed = createFrameAgreement();
  const [pdf417, qr] = [toFound("pdf417", "a"), toFound("qr", "b")];
  expect(keepConfirmed([pdf417, qr])).toEqual([qr]);
  expect(keepConfirmed([pdf417])).toEqual([pdf417]);
});

test("frames that read different PDF417 contents do not agree", () => {
  const keepConfirmed = createFrameAgreement();
  for (const content of ["a", "b", "c"]) {
    expect(keepConfirmed([toFound("pdf417", content)])).toEqual([]);
  }
  expect(keepConfirmed([toFound("micropdf417", "a")])).toEqual([]);
});

test("a PDF417 that was not read for eight frames needs two again", () => {
  const keepConfirmed = createFrameAgreement();
  const found = toFound("pdf417", "a");
  keepConfirmed([found]);
  for (let i = 0; i < 8; i++) keepConfirmed([]);
  expect(keepConfirmed([found])).toEqual([]);
  expect(keepConfirmed([found])).toEqual([found]);
});
