/** The labels of a button that copies a text. */
export const copyingTexts = {
  copied: "Copied",
  notCopied: "The browser did not allow copying. Select the text and copy it yourself.",
};
