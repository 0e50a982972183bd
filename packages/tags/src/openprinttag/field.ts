/** The type of a field, which decides its encoding (section 3.1). */
export type FieldType =
  | "int"
  | "number"
  | "string"
  | "timestamp"
  | "uuid"
  | "enum"
  | "enum_array"
  | "color_rgba"
  | "color_lab";

/** A field of a region, from the specification's data. */
export type OpenPrintTagField = {
  key: number;
  name: string;
  type: FieldType;
  /** With "yes", a tag without the field violates the specification. */
  required?: "yes" | "recommended";
  /**
   * fff applies to filament only, sla to resin only; user_data is for the owner of the material.
   */
  category?: string;
  unit?: string;
  /** The maximum length: of a text in bytes, of a list in items. */
  maxLength?: number;
  /** The name of the enum in `openPrintTagEnums` that holds the values of an enum or enum_array. */
  items?: OpenPrintTagEnum;
};

export type OpenPrintTagRegion = "meta" | "main" | "aux";

export type OpenPrintTagEnum =
  | "materialClasses"
  | "materialTypes"
  | "materialTags"
  | "certifications"
  | "writeProtections";

/** A value of an enum: the number on the tag, the name in a reading, and the label for people. */
export type OpenPrintTagItem = { key: number; name: string; label: string; category?: string };
