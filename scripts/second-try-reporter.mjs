/** Names each test that passed only the second time, and why the first failed: it passes, and wants mending. */
export default class SecondTryReporter {
  onTestCaseResult(/** @type {import("vitest/node").TestCase} */ test) {
    if (!test.diagnostic()?.flaky) return;
    const reasons = test.result().errors?.map(({ message }) => message) ?? [];
    console.log(`\nflaky: ${test.module.relativeModuleId} > ${test.fullName}\n${reasons.join("\n")}`);
  }
}
