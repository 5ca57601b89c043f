import type { Reporter as PlaywrightReporter, Suite } from '@playwright/test/reporter';
import type { Reporter as VitestReporter, TestModule, Vitest } from 'vitest/node';

/** Lists at the end which tests were skipped on this machine, and why: neither list of tests says so. */
const REASON = /\(skipped: [^)]+\)/;

export class VitestSkips implements VitestReporter {
  #leavesOut: (tag: string) => boolean = () => false;

  onInit({ config }: Vitest): void {
    this.#leavesOut = (tag) => config.tagsFilter?.includes(`!${tag}`) === true;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) =>
      [...module.children.allTests('skipped')]
        .filter(({ fullName, tags }) => REASON.test(fullName) && !tags.some(this.#leavesOut))
        .map(({ fullName }) => `${module.relativeModuleId} › ${fullName}`),
    );
    print(skipped);
  }
}

// oxlint-disable-next-line import/no-default-export -- Playwright looks for the default
export default class PlaywrightSkips implements PlaywrightReporter {
  #suite: Suite | null = null;

  onBegin(_: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onEnd(): void {
    const skipped = this.#suite?.allTests().filter((test) => test.outcome() === 'skipped') ?? [];
    print(
      skipped.map((test) => {
        const reason = test.annotations.find(({ type }) => type === 'skip')?.description;
        return `${test.titlePath().slice(2).join(' › ')} (skipped: ${reason ?? 'no reason given'})`;
      }),
    );
  }
}

function print(skipped: readonly string[]): void {
  if (skipped.length === 0) return;
  process.stdout.write(`\nSkipped on this machine:\n${[...new Set(skipped)].join('\n')}\n`);
}
