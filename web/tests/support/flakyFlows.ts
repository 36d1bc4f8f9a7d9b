/** Names the flows that needed a second try at the end of a run. `make flows` (FLOWS=all) fails on them, `make test` does not. */

import type { FullResult, Reporter, Suite } from "@playwright/test/reporter";

export default class FlakyFlows implements Reporter {
  private suite: Suite | null = null;

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult["status"] }> {
    const flaky = this.suite!.allTests().filter((test) => test.outcome() === "flaky");
    if (flaky.length === 0) return result;
    console.log("\nFlows that passed only on their second try:");
    for (const test of flaky) {
      const [first] = test.results;
      console.log(`  ${test.titlePath().filter(Boolean).join(" › ")}`);
      console.log(`    first try: ${first?.error?.message?.split("\n")[0] ?? first?.status}`);
    }
    const strict = process.env.FLOWS === "all" && result.status === "passed";
    return { status: strict ? "failed" : result.status };
  }
}
