let isReady = false;

export function becomeReady(): void {
  isReady = true;
}

/** @throws when the host uses too late what Electron only takes before `ready`. */
export function assertBeforeReady(call: string): void {
  if (isReady) throw new Error(`${call} must be called before app is ready`);
}

/** @throws when the host uses too early what Electron only has after `ready`. */
export function assertReady(call: string): void {
  if (!isReady) throw new Error(`${call} can only be used after app is ready`);
}
