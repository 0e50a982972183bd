import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectPlatform } from "../platform.ts";
import { toCameraProblem } from "./problem.ts";

const thrown = (name: string, message = "") => new DOMException(message, name);

describe("toCameraProblem", () => {
  // Messages as Chrome 156 and Safari give them.
  it.each([
    [thrown("NotAllowedError", "Permission denied"), "not-allowed"],
    [thrown("NotAllowedError", "Permission dismissed"), "dismissed"],
    [thrown("NotAllowedError", "Permission denied by system"), "not-allowed-by-system"],
    [thrown("SecurityError"), "not-allowed"],
    [thrown("NotFoundError", "Requested device not found"), "no-camera"],
    [thrown("NotReadableError", "Could not start video source"), "in-use"],
    [thrown("AbortError", "Timeout starting video source"), "in-use"],
    [thrown("OverconstrainedError"), "unfit"],
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
  const agent = (userAgent: string, maxTouchPoints = 0) =>
    detectPlatform({ userAgent, maxTouchPoints });

  it("detects phones, and an iPad that identifies itself as a Mac", () => {
    expect(agent("Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)", 5)).toBe("ios");
    expect(agent("Mozilla/5.0 (Linux; Android 15) Chrome/156", 5)).toBe("android");
    expect(agent("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", 5)).toBe("ios");
    expect(agent("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)")).toBe("desktop");
    expect(agent("Mozilla/5.0 (Windows NT 10.0; Win64; x64)", 10)).toBe("desktop");
  });
});
