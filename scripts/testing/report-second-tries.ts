// Reports the tests that passed only at the second try, with their first error.
import type { Reporter } from "vitest/node";

export const secondTries: Reporter = {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const errors = test.result().errors?.map(({ message }) => message) ?? [];
    console.warn(`A second try was needed: ${test.module.relativeModuleId} > ${test.fullName}`);
    for (const error of errors) console.warn(error);
  },
};
