import type { Lead } from "../../../verdict/find-leads.ts";

type Fields = Lead["fields"];

/** The fields that a contact has, such as `Email`; a second one has a number, such as `Email 2`. */
const contactFields = ["Email", "Phone", "Website", "Address"];
/** The fields that say who somebody is, beside the label of the lead. */
const names = ["First name", "Last name", "Company", "Job title"];

/**
 * Splits the fields of a lead: the position, such as `Engineer, Example`, the contact, and what was
 * noted about the lead. First and last name are left out, because the label has them.
 */
export function splitLeadFields(fields: Fields): {
  position: string;
  contact: Fields;
  noted: Fields;
} {
  const find = (name: string) => fields.find(([each]) => each === name)?.[1];
  const isContact = (name: string) => contactFields.includes(name.replace(/ \d+$/, ""));
  return {
    position: [find("Job title"), find("Company")].filter(Boolean).join(", "),
    contact: fields.filter(([name]) => isContact(name)),
    noted: fields.filter(([name]) => !isContact(name) && !names.includes(name)),
  };
}
