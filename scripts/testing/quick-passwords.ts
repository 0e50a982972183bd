// Hashes passwords at a low cost, because the usual one takes a third of a second, which would be
// most of the time of the hub's tests.
import { vi } from "vitest";

vi.mock(import("../../apps/hub/src/login/passwords.ts"), async (importOriginal) => {
  const original = await importOriginal();
  const cost = { ln: 5, r: 8, p: 1 };
  return { ...original, hashPassword: (password) => original.hashPassword(password, cost) };
});
