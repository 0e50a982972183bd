/** The languages in use that are written from right to left. */
const rightToLeft = /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/;

/** Returns the direction in which a language is written, for the attribute `dir`. */
export function findDirection(language: string): "ltr" | "rtl" {
  return rightToLeft.test(language) ? "rtl" : "ltr";
}
