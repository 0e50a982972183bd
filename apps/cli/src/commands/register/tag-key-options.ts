/** The options about tags that cannot be copied, and their keys. */
export const tagKeyOptions = {
  sun: {
    value: "yes|no",
    help: "whether only tags count that cannot be copied: NTAG 424 DNA with a signature in its link",
  },
  "sun-names": {
    value: "PART=NAME,…",
    help: "the parameters in the link of such tags, such as data=e,cmac=c (default: uid=uid,counter=ctr,data=picc_data,cmac=cmac)",
  },
  "file-key": {
    value: "HEX",
    help: "the key of such tags that signs (SDMFileReadKey), 32 digits; it is sealed and never shown; an empty text removes it",
  },
  "meta-key": {
    value: "HEX",
    help: "the key that encrypts UID and counter (SDMMetaReadKey; default: the file key)",
  },
} as const;
