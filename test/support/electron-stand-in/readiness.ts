let isReady = false;

export function becomeReady(): void {
  isReady = true;
}

/** @throws if the host makes a call after `ready` that Electron only accepts before. */
export function assertBeforeReady(call: string): void {
  if (isReady) throw new Error(`${call} must be called before app is ready`);
}

/** @throws if the host makes a call before `ready` that Electron only accepts afterwards. */
export function assertReady(call: string): void {
  if (!isReady) throw new Error(`${call} can only be used after app is ready`);
}
