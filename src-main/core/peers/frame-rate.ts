export const MAX_FRAMES_PER_SECOND = 200;

/** Frames that came within a second. Monotonic milliseconds. */
export interface FrameRate {
  readonly since: number;
  readonly frames: number;
}

export const noFrames: FrameRate = { since: Number.NEGATIVE_INFINITY, frames: 0 };

export function countFrame(rate: FrameRate, now: number): FrameRate {
  if (now - rate.since >= 1_000) return { since: now, frames: 1 };
  return { since: rate.since, frames: rate.frames + 1 };
}

export function isFlood({ frames }: FrameRate): boolean {
  return frames > MAX_FRAMES_PER_SECOND;
}
