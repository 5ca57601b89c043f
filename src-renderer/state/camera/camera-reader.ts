import { Type } from 'typebox';
import type { ReadOnly } from '../../../shared/schema.ts';
import type { PictureCode } from './read-picture.ts';
import { sight, type Sightings } from './sightings.ts';

/** `denied`: the browser, its user or the system does not let this page have a camera. `busy`: another program has it. */
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
  /** Named by the browser once the page may use one. */
  readonly cameras: readonly CameraOption[];
  /** What it sees, for a preview. */
  readonly stream: MediaStream | null;
}

export const cameraOff: CameraState = { status: 'off', problem: null, cameras: [], stream: null };

export interface CameraOptions {
  /** The browser's id; null for the one that it takes by itself. */
  readonly device: string | null;
  readonly onCode: (code: PictureCode) => void;
  readonly onState: (state: CameraState) => void;
}

/** Between two pictures, so that the page has most of the time for itself. */
const PAUSE_MS = 100;
const RETRY_MS = 4_000;
/** Pictures are made this wide at most: a ticket's code fills a good part of them. */
const WIDTH = 960;

/** Reads codes from a camera until it is stopped. One that is taken away or cannot be had is asked for again. */
export function startCamera({ device, onCode, onState }: CameraOptions): () => void {
  let stream: MediaStream | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let sightings: Sightings = new Map();
  let cameras: readonly CameraOption[] = [];
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  const canvas = document.createElement('canvas');
  const brush = canvas.getContext('2d', { willReadFrequently: true });

  const say = (status: CameraStatus, problem: string | null = null) => {
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
      for (const track of stream.getVideoTracks()) track.addEventListener('ended', lost);
      video.srcObject = stream;
      await video.play();
      cameras = await listCameras();
      say('ready');
      again(look, 0);
    } catch (error) {
      release();
      const { status, problem } = failureOf(error);
      say(status, problem);
      again(open, RETRY_MS);
    }
  };

  const look = async () => {
    const picture = takePicture();
    if (picture !== null) {
      try {
        const { readPicture } = await import('./read-picture.ts');
        const codes = await readPicture(picture);
        if (!isStopped) take(codes);
      } catch (error) {
        say('failed', error instanceof Error ? error.message : String(error));
        again(look, RETRY_MS);
        return;
      }
    }
    again(look, PAUSE_MS);
  };

  const take = (codes: readonly PictureCode[]) => {
    const step = sight(
      sightings,
      codes.map(({ text }) => text),
      performance.now(),
    );
    sightings = step.sightings;
    for (const code of codes) if (step.fresh.includes(code.text)) onCode(code);
  };

  const takePicture = (): ImageData | null => {
    if (brush === null || video.videoWidth === 0 || video.readyState < video.HAVE_CURRENT_DATA) {
      return null;
    }
    const scale = Math.min(1, WIDTH / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    brush.drawImage(video, 0, 0, canvas.width, canvas.height);
    return brush.getImageData(0, 0, canvas.width, canvas.height);
  };

  const lost = () => {
    release();
    say('missing');
    again(open, RETRY_MS);
  };
  const release = () => {
    if (stream !== null) end(stream);
    stream = null;
    video.srcObject = null;
  };

  say('starting');
  void open();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    release();
    onState(cameraOff);
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

/** By the names of `getUserMedia` (Media Capture and Streams, section 10.2). */
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
