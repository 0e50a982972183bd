/** What a button that copies a text says about its success. */
export const copyingTexts = {
  copied: "Copied",
  notCopied: "The browser did not allow copying. Select the text and copy it yourself.",
};
