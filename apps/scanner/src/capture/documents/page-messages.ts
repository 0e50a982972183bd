import type { Filter, PdfInfo, PdfPage, Picture, Quad, Style } from "@scanhook/documents";
import type { Doubt } from "./document.ts";

/**
 * How a page is rendered from its picture. `corners` are pixels of the picture, and `size` is the
 * size of the straightened page in pixels before it is turned.
 */
export type PageLook = {
  corners: Quad;
  isCurled: boolean;
  size: { width: number; height: number };
  quarterTurns: number;
  filter: Filter;
  style: Style;
};

/** A request to the page worker. */
export type PageRequest =
  /** Finds a page, and checks whether it is curled and sharp and has colored ink. */
  | { do: "inspect"; picture: Picture }
  /** Finds a page on a camera frame, and checks only whether it is sharp. */
  | { do: "outline"; picture: Picture }
  | { do: "render"; picture: Picture; look: PageLook; as: "picture" | "bits" }
  | { do: "start-pdf"; info: PdfInfo }
  | { do: "add-page"; page: PdfPage }
  | { do: "finish-pdf" };

/** The page on a picture. `isSharp` is true for a picture on which no page was found. */
export type Inspection = {
  corners: Quad | undefined;
  /** Why a person should look at the corners; undefined if they are certain. */
  doubt: Doubt | undefined;
  isCurled: boolean;
  style: Style;
  isSharp: boolean;
};

/** A response of the page worker. */
export type PageResponse =
  | ({ kind: "inspected" } & Inspection)
  | { kind: "outlined"; corners: Quad | undefined; isSharp: boolean }
  | { kind: "picture"; picture: Picture }
  | { kind: "bits"; bits: Uint8Array; width: number; height: number }
  | { kind: "done" }
  | { kind: "pdf"; pdf: Blob };
