/** The parts of a GS1 code in the panel of a scan. They load with that panel. */
export const gs1Texts = {
  title: "GS1 parts",
  identifier: "Application identifier",
  malformed: "This value does not have the form of its identifier.",
  wrongCheckDigit: "The check digit does not fit; the code may have been misread.",
};
