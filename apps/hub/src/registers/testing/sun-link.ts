import { aesCmac } from "../aes-cmac.ts";

/** Returns the link that a tag with this UID and key would write at a reading, in plain text. */
export function makeSunLink(uid: string, counter: number, fileKey = "0".repeat(32)): string {
  const bytes = Buffer.from(uid, "hex");
  const low = Buffer.alloc(3);
  low.writeUIntLE(counter, 0, 3);
  const session = aesCmac(
    Buffer.from(fileKey, "hex"),
    Buffer.concat([Buffer.from("3CC300010080", "hex"), bytes, low]),
  );
  const mac = aesCmac(session, Buffer.alloc(0)).filter((_, index) => index % 2 === 1);
  const written = counter.toString(16).padStart(6, "0").toUpperCase();
  const signature = Buffer.from(mac).toString("hex").toUpperCase();
  return `https://example.com/t?uid=${uid}&ctr=${written}&cmac=${signature}`;
}
