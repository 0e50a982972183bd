import { v5 } from "uuid";
import { uuidBytes, uuidText } from "./uuid-text.ts";

export type OpenPrintTagUuids = {
  brand?: string;
  material?: string;
  package?: string;
  /** The one that tells this spool or bottle from every other. */
  instance?: string;
};

/**
 * The UUIDs of a tag (section 3.2): each the one written on it, else version 5 (RFC 9562 section 5.5) of the values it
 * depends on, else missing. The instance depends on the UID alone, which has its most significant byte first.
 */
export function deriveUuids(
  main: Readonly<Record<string, unknown>>,
  uid: Uint8Array | undefined,
): OpenPrintTagUuids {
  const brand = written(main.brand_uuid) ?? derive(namespaces.brand, textBytes(main.brand_name));
  const material =
    written(main.material_uuid) ??
    derive(namespaces.material, brand, textBytes(main.material_name));
  const ofPackage =
    written(main.package_uuid) ?? derive(namespaces.package, brand, digits(main.gtin));
  const instance =
    written(main.instance_uuid) ?? derive(namespaces.instance, uid?.length ? uid : undefined);
  return {
    ...(brand && { brand: uuidText(brand) }),
    ...(material && { material: uuidText(material) }),
    ...(ofPackage && { package: uuidText(ofPackage) }),
    ...(instance && { instance: uuidText(instance) }),
  };
}

const namespaces = {
  brand: namespace("5269dfb7-1559-440a-85be-aba5f3eff2d2"),
  material: namespace("616fc86d-7d99-4953-96c7-46d2836b9be9"),
  package: namespace("6f7d485e-db8d-4979-904e-a231cd6602b2"),
  instance: namespace("31062f81-b5bd-4f86-a5f8-46367e841508"),
};

function namespace(text: string): Uint8Array {
  return uuidBytes(text) ?? new Uint8Array(16);
}

function written(value: unknown): Uint8Array | undefined {
  return typeof value === "string" ? uuidBytes(value) : undefined;
}

/** Undefined as soon as one of the values is. */
function derive(
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

function textBytes(value: unknown): Uint8Array | undefined {
  return typeof value === "string" && value !== "" ? new TextEncoder().encode(value) : undefined;
}

function digits(value: unknown): Uint8Array | undefined {
  return Number.isSafeInteger(value) ? new TextEncoder().encode(String(value)) : undefined;
}
