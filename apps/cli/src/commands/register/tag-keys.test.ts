import { expect, test } from "vitest";
import { done, useDataFolder } from "../../testing/register-commands.ts";

const { runRegister, addGala } = useDataFolder();

/** The example of AN12196, tables 2 and 4, whose keys are zero. */
const link = "https://ntag.nxp.com/424?e=EF963FF7828658A599F3041510671E88&c=94EED9EE65337086";
const zeros = "0".repeat(32);

test("a register verifies the links of tags with a key that the command seals", async () => {
  await addGala("--reentry", "always");
  const change = (...options: string[]) => runRegister("change", "gala", ...options);
  expect(await change("--sun", "yes")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^--file-key: Enter the file read key of the tags/),
  });
  expect(await change("--sun", "yes", "--file-key", "12")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^--file-key: .*32 hexadecimal digits/),
  });
  const names = ["--sun-names", "data=e, cmac=c"];
  expect(await change(...names, "--file-key", zeros)).toEqual(done("Changed the register gala.\n"));
  const shown = (await runRegister("show", "gala", "--json")).stdout;
  expect(JSON.parse(shown)).toMatchObject({
    secrets: ["fileKey"],
    rules: { keys: { sun: { data: "e", cmac: "c" } } },
  });
  const attempt = async (content: string) =>
    JSON.parse((await runRegister("try", "gala", content, "--json")).stdout).code;
  expect(await attempt(link)).toBe("unknown");
  expect(await attempt(link.replace("94EE", "94EF"))).toBe("not-genuine");
  expect(await attempt("T-1")).toBe("unsigned");
  expect(await change("--file-key", "1".repeat(32))).toMatchObject({ code: 0 });
  expect(await attempt(link)).toBe("not-genuine");
  expect(await change("--sun", "no", "--file-key", "")).toMatchObject({ code: 0 });
  expect(await attempt("T-1")).toBe("checked-in");
});

test("names of parts that a link does not have are refused in words", async () => {
  await addGala();
  expect(await runRegister("change", "gala", "--sun-names", "picc=e")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^--sun-names is PART=NAME with uid, counter, data, cmac/),
  });
});
