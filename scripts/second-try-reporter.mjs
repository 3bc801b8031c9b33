/** Names each test that passed only the second time, as Playwright does: it passes, and wants mending. */
export default class SecondTryReporter {
  onTestCaseResult(/** @type {import("vitest/node").TestCase} */ test) {
    if (test.diagnostic()?.flaky) console.log(`flaky: ${test.module.moduleId} > ${test.fullName}`);
  }
}
