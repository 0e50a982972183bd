import { expect, test } from "vitest";
import { splitLeadFields } from "./lead-fields.ts";

test("what was noted about a lead is apart from the contact and from who it is", () => {
  const fields = [
    ["First name", "Ada"],
    ["Last name", "Lovelace"],
    ["Company", "Analytical Engines"],
    ["Job title", "Engineer"],
    ["Email", "ada@example.com"],
    ["Phone 2", "+44 20 7946 0000"],
    ["Rating", "4"],
    ["Phone calls", "twice"],
  ] as const;
  expect(splitLeadFields(fields)).toEqual({
    position: "Engineer, Analytical Engines",
    contact: [fields[4], fields[5]],
    noted: [fields[6], fields[7]],
  });
});

test("a lead without a company has the job title alone, and one without both has no position", () => {
  expect(splitLeadFields([["Job title", "Engineer"]]).position).toBe("Engineer");
  expect(splitLeadFields([["Rating", "4"]]).position).toBe("");
});
