import { v5 } from "uuid";
import { formatUuid, parseUuid } from "./uuid-text.ts";

export type OpenPrintTagUuids = {
  brand?: string;
  material?: string;
  package?: string;
  /** Identifies this individual spool or bottle. */
  instance?: string;
};

/**
 * Returns the UUIDs of a tag (section 3.2). A UUID that the tag does not store is derived as
 * version 5 (RFC 9562 section 5.5) from other fields; it is omitted if one of these is missing. The
 * instance UUID is derived from the UID alone, most significant byte first.
 */
export function deriveUuids(
  main: Readonly<Record<string, unknown>>,
  uid: Uint8Array | undefined,
): OpenPrintTagUuids {
  const brand =
    parseStoredUuid(main.brand_uuid) ??
    deriveUuid(namespaces.brand, encodeNonEmptyText(main.brand_name));
  const material =
    parseStoredUuid(main.material_uuid) ??
    deriveUuid(namespaces.material, brand, encodeNonEmptyText(main.material_name));
  const packageUuid =
    parseStoredUuid(main.package_uuid) ??
    deriveUuid(namespaces.package, brand, encodeDigits(main.gtin));
  const instance =
    parseStoredUuid(main.instance_uuid) ??
    deriveUuid(namespaces.instance, uid?.length ? uid : undefined);
  const uuids: OpenPrintTagUuids = {};
  if (brand) uuids.brand = formatUuid(brand);
  if (material) uuids.material = formatUuid(material);
  if (packageUuid) uuids.package = formatUuid(packageUuid);
  if (instance) uuids.instance = formatUuid(instance);
  return uuids;
}

const namespaces = {
  brand: parseNamespace("5269dfb7-1559-440a-85be-aba5f3eff2d2"),
  material: parseNamespace("616fc86d-7d99-4953-96c7-46d2836b9be9"),
  package: parseNamespace("6f7d485e-db8d-4979-904e-a231cd6602b2"),
  instance: parseNamespace("31062f81-b5bd-4f86-a5f8-46367e841508"),
};

function parseNamespace(text: string): Uint8Array {
  return parseUuid(text) ?? new Uint8Array(16);
}

function parseStoredUuid(value: unknown): Uint8Array | undefined {
  return typeof value === "string" ? parseUuid(value) : undefined;
}

/** Derives a version 5 UUID. Returns undefined if one of the values is undefined. */
function deriveUuid(
  namespace: Uint8Array,
  ...values: (Uint8Array | undefined)[]
): Uint8Array | undefined {
  const bytes: number[] = [];
  for (const value of values) {
    if (value === undefined) return undefined;
    bytes.push(...value);
  }
  return v5(new Uint8Array(bytes), namespace, new Uint8Array(16));
}

function encodeNonEmptyText(value: unknown): Uint8Array | undefined {
  return typeof value === "string" && value !== "" ? new TextEncoder().encode(value) : undefined;
}

function encodeDigits(value: unknown): Uint8Array | undefined {
  return Number.isSafeInteger(value) ? new TextEncoder().encode(String(value)) : undefined;
}
