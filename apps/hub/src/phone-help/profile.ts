import { createHash } from "node:crypto";
import { escapeText } from "./escape.ts";

/**
 * Returns an Apple configuration profile that installs the CA (Apple, "Configuration Profile
 * Reference", `com.apple.security.root`). Its identifiers depend only on the CA, so a second
 * installation replaces the first.
 */
export function toProfile(ca: { der: Uint8Array; name: string }): string {
  const name = escapeText(ca.name);
  const identifier = `scanhook.ca.${sha256(ca.der).toString("hex").slice(0, 16)}`;
  const lines =
    Buffer.from(ca.der)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadVersion</key><integer>1</integer>
  <key>PayloadIdentifier</key><string>${identifier}</string>
  <key>PayloadUUID</key><string>${toUuid(ca.der, "profile")}</string>
  <key>PayloadDisplayName</key><string>${name}</string>
  <key>PayloadDescription</key><string>Lets this device open your Scanhook hub. It is valid only for private names and addresses, not for websites.</string>
  <key>PayloadOrganization</key><string>Your Scanhook hub</string>
  <key>PayloadRemovalDisallowed</key><false/>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key><string>com.apple.security.root</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>${identifier}.certificate</string>
      <key>PayloadUUID</key><string>${toUuid(ca.der, "certificate")}</string>
      <key>PayloadDisplayName</key><string>${name}</string>
      <key>PayloadCertificateFileName</key><string>scanhook-ca.crt</string>
      <key>PayloadContent</key>
      <data>
${lines.join("\n")}
      </data>
    </dict>
  </array>
</dict>
</plist>
`;
}

/** Returns the SHA-256 fingerprint as certificate viewers show it: `AB:CD:…`. */
export function toFingerprint(der: Uint8Array): string {
  const hex = sha256(der).toString("hex").toUpperCase();
  return (hex.match(/../g) ?? []).join(":");
}

/** Returns a UUID of version 8, which allows any hash (RFC 9562, 5.8). */
function toUuid(der: Uint8Array, role: string): string {
  const bytes = sha256(Buffer.concat([Buffer.from(`scanhook ${role} `), der])).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex").toUpperCase();
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
