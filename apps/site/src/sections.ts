/**
 * The folders of `docs/` in the order of the navigation. A page outside all of them belongs to the
 * last.
 */
export const sections = [
  { name: "start", title: "Getting started" },
  { name: "webhook", title: "The webhook" },
  { name: "receivers", title: "Receivers" },
  { name: "uses", title: "Uses" },
  { name: "app", title: "The app" },
  { name: "hub", title: "The hub" },
  { name: "reference", title: "Reference" },
  { name: "project", title: "The project" },
  { name: "blog", title: "Blog" },
] as const;

export type SectionName = (typeof sections)[number]["name"];

export function isSection(name: string | undefined): name is SectionName {
  return sections.some((section) => section.name === name);
}
