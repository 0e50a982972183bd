import { X509Certificate } from "node:crypto";
import type { Field, Kind, Message } from "./kind.ts";

const ca: Field = {
  name: "ca",
  label: "Own certificate authority",
  help: "PEM. For a server whose certificate no public authority signed: that authority's certificate, or the server's own.",
  type: "multiline",
  rare: true,
  placeholder: "-----BEGIN CERTIFICATE-----",
};

const timeout: Field = {
  name: "timeout",
  label: "Time-out in seconds",
  help: "From the first byte sent to the last byte answered.",
  type: "number",
  rare: true,
  default: 30,
  min: 1,
  max: 120,
};

/** What is asked of every destination that is reached this way. */
export const wireFields: Record<Message["via"], readonly Field[]> = {
  http: [timeout, ca],
  mqtt: [timeout, ca],
  mail: [timeout, ca],
  file: [],
};

/** What the types of these fields cannot say. */
export const checkWireFields: NonNullable<Kind["check"]> = ({ settings }) => {
  const { ca } = settings;
  if (ca === undefined || isCertificate(String(ca))) return undefined;
  return {
    field: "ca",
    reason:
      "“Own certificate authority” must be a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----.",
  };
};

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
