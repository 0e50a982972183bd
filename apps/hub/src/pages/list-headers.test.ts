import { expect, it } from "vitest";
import { parseAcceptEncoding, parseEntityTags } from "./list-headers.ts";

it("reads the encodings that a browser accepts, however they are spaced", () => {
  const header = "gzip , BR ; q=0.5,deflate;q=0 ,zstd\t;\tq=0.000";
  expect([...parseAcceptEncoding(header)]).toEqual(["gzip", "br"]);
});

it("reads the tags that a browser has, weak and strong ones", () => {
  expect(parseEntityTags('"a" , W/"b",  "c"')).toEqual(['"a"', '"b"', '"c"']);
});
