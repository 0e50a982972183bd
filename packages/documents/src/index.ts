export type { PageSize, PageSizeName } from "./page-size.ts";
export type { Picture } from "./picture.ts";
export type { Point, Quad } from "./quad.ts";
