import { X509Certificate } from "node:crypto";
import { say } from "../texts/exact-message.ts";
import type { Field, Kind, Message } from "./kind.ts";

const ca: Field = {
  name: "ca",
  label: "Own certificate authority",
  help: "For a server whose certificate is not signed by a public authority: the authority's certificate in PEM, or the server's own.",
  type: "multiline",
  rare: true,
  placeholder: "-----BEGIN CERTIFICATE-----",
};

const timeout: Field = {
  name: "timeout",
  label: "Timeout in seconds",
  help: "From the first byte of the request to the last byte of the response.",
  type: "number",
  rare: true,
  default: 30,
  min: 1,
  max: 120,
};

/** The fields of every kind that uses this wire. */
export const wireFields: Record<Message["via"], readonly Field[]> = {
  http: [timeout, ca],
  mqtt: [timeout, ca],
  amqp: [timeout, ca],
  nats: [timeout, ca],
  mail: [timeout, ca],
  file: [],
};

/** Checks what the types of these fields cannot. */
export const checkWireFields: NonNullable<Kind["checkFields"]> = ({ settings }) => {
  const { ca } = settings;
  if (ca === undefined || isCertificate(String(ca))) return undefined;
  return {
    field: "ca",
    reason: say("field-certificate", { label: "Own certificate authority" }),
  };
};

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
