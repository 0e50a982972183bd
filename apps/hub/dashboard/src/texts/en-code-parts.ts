/** The parts of a code in the panel of a scan. They load with that panel. */
export const codePartTexts = {
  gs1: { title: "GS1 parts", identifier: "Application identifier" },
  label: { title: "Supplier label", identifier: "Data identifier" },
  malformed: "This value does not have the form of its identifier.",
  wrongCheckDigit: "The check digit does not fit; the code may have been misread.",
};
