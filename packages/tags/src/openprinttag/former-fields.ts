/**
 * The names that fields had before, with their names since 24 August 2026 (pull request 148 of the
 * specification). JSON from before that date has the former ones.
 */
export const namesByFormerName: Readonly<Record<string, string>> = {
  shore_hardness_a: "hardness_shore_a",
  shore_hardness_d: "hardness_shore_d",
};

/**
 * The fields in millimeters by the keys of their counterparts in micrometers,
 * `filament_diameter_v2` and `min_nozzle_diameter_v2`. The specification published these for a
 * short time and withdrew them (docs_src/changelog.md), but other programs have written them to
 * tags.
 */
export const namesByWithdrawnKey: Readonly<Record<number, string>> = {
  61: "filament_diameter",
  62: "min_nozzle_diameter",
};
