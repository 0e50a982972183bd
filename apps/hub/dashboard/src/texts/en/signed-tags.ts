/** The texts of the rule for tags that cannot be copied. */
export const texts = {
  labels: {
    sun: "Only tags that cannot be copied",
    sunNames: "Names in the link of the tags",
  },
  hint: "NTAG 424 DNA with Secure Unique NFC signs each reading in its link. Guests and things are found by the UID of their tag, and a link counts once.",
  keys: { fileKey: "File read key", metaKey: "Meta read key" },
  keyHints: {
    fileKey: "SDMFileReadKey of the tags, which signs: 32 hexadecimal digits.",
    metaKey: "SDMMetaReadKey, which encrypts UID and counter. Leave this empty if it is the same.",
  },
  forOwners: "Only an owner of the hub may enter keys.",
  isSet: "A key is set.",
  isRemoved: "The key is removed when you save.",
  replace: "Replace",
  replaceNamed: (key: string) => `Replace ${key}`,
  remove: "Remove",
  removeNamed: (key: string) => `Remove ${key}`,
  keep: "Keep the key",
  names: "Names of the parameters in the link",
  parts: {
    data: "UID and counter, encrypted",
    uid: "UID",
    counter: "Counter",
    cmac: "Signature",
  },
  namesHint: "As the tags were programmed. Leave those empty that are as shown.",
};
