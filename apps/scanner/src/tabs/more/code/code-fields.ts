import type { CodeKind, CodeValues } from "../../../making/contents.ts";
import { making } from "../../../texts/writing.ts";
import { createFields, type FormField } from "../../nfc/write/kind-fields.ts";

/**
 * Returns the fields of a form, which are those for a tag: without the language of a text, and with
 * another hint at a password.
 */
export function createCodeFields(
  kind: CodeKind,
  values: CodeValues[CodeKind],
): { first: FormField[]; more: FormField[] } {
  const { first, more } = createFields(kind, values);
  return {
    first: first
      .filter(({ name }) => name !== "language")
      .map((field) =>
        field.name === "password" ? { ...field, hint: making.passwordHint } : field,
      ),
    more,
  };
}
