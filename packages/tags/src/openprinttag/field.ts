/** How the specification encodes a field (its section 3.1). */
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

/** One field of a region, as the specification's data has it. */
export type OpenPrintTagField = {
  key: number;
  name: string;
  type: FieldType;
  /** "yes": a tag without it breaks the specification. */
  required?: "yes" | "recommended";
  /** fff: only of filament; sla: only of resin; user_data: of whoever owns the material. */
  category?: string;
  unit?: string;
  /** Bytes of a text, items of a list. */
  maxLength?: number;
  /** Which of `openPrintTagEnums` holds the values of an enum or enum_array. */
  items?: OpenPrintTagEnum;
};

export type OpenPrintTagRegion = "meta" | "main" | "aux";

export type OpenPrintTagEnum =
  | "materialClasses"
  | "materialTypes"
  | "materialTags"
  | "certifications"
  | "writeProtections";

/** One value of an enum: the number on the tag, the name in a reading, the words for a person. */
export type OpenPrintTagItem = { key: number; name: string; label: string; category?: string };
