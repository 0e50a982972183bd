import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectPlatform } from "../platform.ts";
import { toCameraProblem } from "./problem.ts";

const createError = (name: string, message = "") => new DOMException(message, name);

describe("toCameraProblem", () => {
  // Messages as Chrome 156 and Safari give them.
  it.each([
    [createError("NotAllowedError", "Permission denied"), "not-allowed"],
    [createError("NotAllowedError", "Permission dismissed"), "dismissed"],
    [createError("NotAllowedError", "Permission denied by system"), "not-allowed-by-system"],
    [createError("SecurityError"), "not-allowed"],
    [createError("NotFoundError", "Requested device not found"), "no-camera"],
    [createError("NotReadableError", "Could not start video source"), "in-use"],
    [createError("AbortError", "Timeout starting video source"), "in-use"],
    [createError("OverconstrainedError"), "unfit"],
  ])("classifies %s", (error, kind) => {
    expect(toCameraProblem(error)).toEqual({ kind });
  });

  it("keeps the message of an unknown error as a detail", () => {
    expect(toCameraProblem(new TypeError("odd"))).toEqual({ kind: "failed", detail: "odd" });
    expect(toCameraProblem(undefined)).toEqual({ kind: "failed", detail: "no reason given" });
  });

  it("classifies any thrown value", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(typeof toCameraProblem(value).kind).toBe("string");
      }),
    );
  });
});

describe("detectPlatform", () => {
  const detect = (userAgent: string, maxTouchPoints = 0) =>
    detectPlatform({ userAgent, maxTouchPoints });

  it("detects phones, and an iPad that identifies itself as a Mac", () => {
    expect(detect("Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)", 5)).toBe("ios");
    expect(detect("Mozilla/5.0 (Linux; Android 15) Chrome/156", 5)).toBe("android");
    expect(detect("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", 5)).toBe("ios");
    expect(detect("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)")).toBe("desktop");
    expect(detect("Mozilla/5.0 (Windows NT 10.0; Win64; x64)", 10)).toBe("desktop");
  });
});
