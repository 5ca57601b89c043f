import { Type } from 'typebox';
import type { ReadOnly } from '../../../../shared/schema.ts';
import type { PictureCode } from './read-picture.ts';
import { searchVideo } from './search-video.ts';
import { createSightings } from './sightings.ts';

/** `denied`: the browser, its user or the system does not allow this page a camera. `busy`: another program is using it. */
export const CameraStatus = Type.Enum([
  'off',
  'starting',
  'ready',
  'denied',
  'missing',
  'busy',
  'failed',
]);
export type CameraStatus = ReadOnly<typeof CameraStatus>;

export interface CameraOption {
  readonly id: string;
  readonly name: string;
}

export interface CameraState {
  readonly status: CameraStatus;
  readonly problem: string | null;
  /** Camera names; the browser reveals them once the page may use a camera. */
  readonly cameras: readonly CameraOption[];
  /** The live picture, for a preview. */
  readonly stream: MediaStream | null;
}

export const cameraOff: CameraState = { status: 'off', problem: null, cameras: [], stream: null };

export interface CameraOptions {
  /** The browser's id; null for its default camera. */
  readonly device: string | null;
  readonly onCode: (code: PictureCode) => void;
  readonly onState: (state: CameraState) => void;
}

/** The pause between two pictures, which leaves the page most of the time. */
const PAUSE_MS = 100;
const RETRY_MS = 4_000;
/** A camera without a new picture for this long has a closed shutter or a driver that hangs; it goes on showing its last one. */
const STILL_MS = 5_000;

/** Reads codes from a camera until stopped. Keeps trying to get a camera that is missing or was unplugged. */
export function startCamera({ device, onCode, onState }: CameraOptions): () => void {
  let stream: MediaStream | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let cameras: readonly CameraOption[] = [];
  let status: CameraStatus = 'off';
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  const search = searchVideo(video);
  const toScan = createSightings();
  let isStill = watchPictures(video);

  const report = (next: CameraStatus, problem: string | null = null) => {
    status = next;
    if (!isStopped) onState({ status, problem, cameras, stream });
  };
  const again = (run: () => Promise<void>, waitMs: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void run(), waitMs);
  };

  const open = async () => {
    try {
      const opened = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: wish(device),
      });
      if (isStopped) {
        end(opened);
        return;
      }
      stream = opened;
      for (const track of stream.getVideoTracks()) {
        track.addEventListener('ended', lost);
      }
      video.srcObject = stream;
      again(giveUp, STILL_MS);
      await video.play();
      cameras = await listCameras();
      // It was lost meanwhile, and is opened again.
      if (stream !== opened) return;
      isStill = watchPictures(video);
      report('ready');
      again(look, 0);
    } catch (error) {
      release();
      const failure = failureOf(error);
      report(failure.status, failure.problem);
      again(open, RETRY_MS);
    }
  };

  const look = async () => {
    if (stream === null) return;
    if (isStill()) return giveUp();
    try {
      const codes = await search();
      if (codes !== null) {
        if (!isStopped) for (const code of toScan(codes)) onCode(code);
        if (status === 'failed' && stream !== null) report('ready');
      }
      if (stream !== null) again(look, PAUSE_MS);
    } catch (error) {
      if (stream === null) return;
      report('failed', error instanceof Error ? error.message : String(error));
      again(look, RETRY_MS);
    }
  };

  const giveUp = async () => {
    release();
    report('failed', 'it delivers no pictures');
    again(open, RETRY_MS);
  };

  const lost = () => {
    release();
    report('missing');
    again(open, RETRY_MS);
  };
  const release = () => {
    if (stream !== null) end(stream);
    stream = null;
    video.srcObject = null;
  };

  report('starting');
  void open();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    release();
    onState(cameraOff);
  };
}

/** Returns a function that says whether the video has been without a new picture for too long. */
function watchPictures(video: HTMLVideoElement): () => boolean {
  let seen = { pictures: 0, atMs: performance.now() };
  return () => {
    const { totalVideoFrames: pictures } = video.getVideoPlaybackQuality();
    const atMs = performance.now();
    // A page that nobody sees may get no pictures.
    if (pictures !== seen.pictures || document.hidden) seen = { pictures, atMs };
    return atMs - seen.atMs > STILL_MS;
  };
}

function wish(device: string | null): MediaTrackConstraints {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  return device === null
    ? { ...size, facingMode: { ideal: 'environment' } }
    : { ...size, deviceId: { exact: device } };
}

async function listCameras(): Promise<readonly CameraOption[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
}

function end(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** By the error names of `getUserMedia` (Media Capture and Streams, section 10.2). */
function failureOf(error: unknown): Pick<CameraState, 'status' | 'problem'> {
  const problem = error instanceof Error ? error.message : String(error);
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return { status: 'denied', problem };
    case 'NotFoundError':
    case 'OverconstrainedError':
      return { status: 'missing', problem };
    case 'NotReadableError':
    case 'AbortError':
      return { status: 'busy', problem };
    default:
      return { status: 'failed', problem };
  }
}
