import type { Page } from '@playwright/test';

export interface VerdictPaint {
  /** Full frames between the station's answer and the verdict in the document. */
  readonly frames: number;
  /** From the terminator's key event to the frame that shows the verdict. */
  readonly keyToPaintMs: number;
}

declare global {
  interface Window {
    verdictPaints?: VerdictPaint[];
  }
}

/** Measures every verdict in frames of the page. Call it before the page is opened. */
export async function meterFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const paints: VerdictPaint[] = [];
    window.verdictPaints = paints;
    let frame = 0;
    let answeredIn = 0;
    let keyAt = 0;
    const count = () => {
      frame += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    addEventListener(
      'keydown',
      (event) => event.key === 'Enter' && (keyAt = event.timeStamp),
      true,
    );

    const Native = window.WebSocket;
    window.WebSocket = class extends Native {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        this.addEventListener('message', ({ data }) => {
          if (String(data).includes('"kind":"outcome"')) answeredIn = frame;
        });
      }
    };
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the script is serialised into the page
    const shown = (node: Node) =>
      node instanceof HTMLElement && node.getAttribute('aria-label') === 'Verdict';
    new MutationObserver((changes) => {
      if (!changes.some(({ target }) => shown(target))) return;
      const frames = frame - answeredIn;
      requestAnimationFrame(() =>
        // The second frame begins when the first has been painted.
        requestAnimationFrame((at) => paints.push({ frames, keyToPaintMs: at - keyAt })),
      );
    }).observe(document, {
      subtree: true,
      childList: false,
      attributes: true,
      attributeFilter: ['data-ticket'],
    });
  });
}

export function paintsOf(page: Page): Promise<readonly VerdictPaint[]> {
  return page.evaluate(() => window.verdictPaints ?? []);
}
