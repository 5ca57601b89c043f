/** Everything but bodies: status lines, headers, sizes of chunks. */
const MAX_FRAMING_BYTES = 64 * 1024;
const MAX_BODY_BYTES = 8 * 1024;
/** Many endpoints keep a connection for 2 s or longer without announcing it. */
const KEEP_MS = 1_500;
/** Upper limit for endpoints that announce their own keep-alive time, and how far to stay below theirs. */
const MAX_KEEP_MS = 30_000;
const KEEP_MARGIN_MS = 1_000;

const LINE_FEED = 10;
const STATUS_LINE = /^HTTP\/(\d)(?:\.(\d))? +([1-9]\d\d)(?:\s|$)/i;
const SHOWN_CHARACTERS = 60;

type Part =
  'status' | 'headers' | 'length' | 'chunk size' | 'chunk' | 'trailers' | 'until closed' | 'end';

/**
 * Reads the response to a delivery. It is lenient, because §6.2 needs the status alone: once the status line is complete, whatever
 * follows decides only what the log shows and whether the connection may be used again. For the latter it is strict: anything odd, cut or
 * ambiguous means no, so that no byte of this response can pass for the next one.
 *
 * Parts: status line → headers (after those of a 1xx, a status line again) → body of a known length, in chunks, or until the connection
 * is closed → end.
 */
export class ResponseReader {
  /** Of the final response; null until its status line is complete. */
  status: number | null = null;
  /** How much has arrived. */
  bytes = 0;
  /** A sentence about why reading was given up; null if it was not. */
  fault: string | null = null;
  #part: Part = 'status';
  #line = '';
  #framing = 0;
  #isInterim = false;
  #isPersistent = false;
  #isOdd = false;
  #isComplete = false;
  readonly #headers = new Map<string, string[]>();
  readonly #body: Buffer[] = [];
  #bodyLength = 0;
  /** Of the body or of the current chunk: how much is still to come. */
  #missing = 0;

  /** Nothing more is read. */
  get isEnded(): boolean {
    return this.#part === 'end';
  }

  /** The first value of a header; the name is in lower case. Null if there is none. */
  header(name: string): string | null {
    return this.#headers.get(name)?.[0] ?? null;
  }

  /** The part of the body that was read, without chunk framing. */
  get body(): Buffer {
    return Buffer.concat(this.#body);
  }

  /** How long the connection may be kept for the next request, in milliseconds; 0 if not at all. */
  get keepMs(): number {
    if (!this.#isComplete || this.#isOdd || !this.#isPersistent) return 0;
    const announced = /\btimeout="?(\d+)/i.exec(this.header('keep-alive') ?? '')?.[1];
    if (announced === undefined) return KEEP_MS;
    return Math.max(0, Math.min(Number(announced) * 1_000 - KEEP_MARGIN_MS, MAX_KEEP_MS));
  }

  /** Where a response with a status stopped short, as the end of a sentence; null if it is complete, or longer than what is read. */
  get stoppedAt(): string | null {
    if (this.#isComplete || this.#bodyLength >= MAX_BODY_BYTES) return null;
    if (this.#part === 'headers') return 'in its headers';
    const length = this.#bodyLength;
    if (this.#part === 'length') return `after ${length} of ${length + this.#missing} bytes`;
    if (this.#part === 'until closed') return 'in a body without a length';
    return 'in a body in chunks';
  }

  read(chunk: Buffer): void {
    this.bytes += chunk.length;
    let at = 0;
    while (at < chunk.length && this.#part !== 'end') at = this.#readPart(chunk, at);
    // Surplus bytes would be taken for the next response.
    if (at < chunk.length) this.#isOdd = true;
  }

  /** The endpoint has closed the connection in an orderly way. */
  close(): void {
    if (this.#part === 'until closed') this.#complete();
  }

  #readPart(chunk: Buffer, at: number): number {
    if (this.#part === 'length' || this.#part === 'chunk') return this.#readBody(chunk, at);
    if (this.#part === 'until closed') return this.#readBody(chunk, at);
    const end = chunk.indexOf(LINE_FEED, at);
    const next = end < 0 ? chunk.length : end + 1;
    this.#framing += next - at;
    this.#line += chunk.toString('latin1', at, next);
    if (this.#framing > MAX_FRAMING_BYTES) this.#break('It has more than 64 KiB of headers.');
    else if (end >= 0) {
      const line = this.#line;
      this.#line = '';
      if (!line.endsWith('\r\n')) this.#isOdd = true;
      this.#readLine(line.replace(/\r?\n$/, ''));
    }
    return next;
  }

  #readLine(line: string): void {
    if (this.#part === 'status') this.#readStatus(line);
    else if (this.#part === 'headers') this.#readHeader(line);
    else if (this.#part === 'chunk size') this.#readChunkSize(line);
    else if (this.#part === 'trailers' && line === '') this.#complete();
  }

  #readStatus(line: string): void {
    if (line === '') return;
    const [, major, minor, digits] = STATUS_LINE.exec(line) ?? [];
    if (digits === undefined) {
      const shown = JSON.stringify(line.slice(0, SHOWN_CHARACTERS));
      return this.#break(`Expected an HTTP status line, got ${shown}.`);
    }
    const status = Number(digits);
    // 101 is final: what follows is no HTTP.
    this.#isInterim = status < 200 && status !== 101;
    this.#isPersistent = Number(major) === 1 && Number(minor) >= 1;
    if (!this.#isInterim) this.status = status;
    this.#part = 'headers';
  }

  #readHeader(line: string): void {
    if (line === '') {
      if (this.#isInterim) this.#part = 'status';
      else this.#beginBody();
      return;
    }
    if (this.#isInterim) return;
    const [, name, gap, value = ''] = /^([^\s:]+)(\s*):(.*)$/s.exec(line) ?? [];
    // Folded, or nothing that RFC 9112 knows.
    if (name === undefined || gap !== '') this.#isOdd = true;
    if (name === undefined) return;
    const key = name.toLowerCase();
    const values = this.#headers.get(key);
    if (values === undefined) this.#headers.set(key, [value.trim()]);
    else values.push(value.trim());
  }

  #beginBody(): void {
    const connection = this.#list('connection');
    if (connection.includes('close')) this.#isPersistent = false;
    else if (connection.includes('keep-alive')) this.#isPersistent = true;
    const codings = this.#list('transfer-encoding');
    const lengths = new Set(this.#list('content-length'));
    if (lengths.size + codings.length > 1) this.#isOdd = true;
    const { status } = this;
    if (status === 101 || status === 204 || status === 304) {
      const isEmpty = codings.length === 0 && (lengths.size === 0 || lengths.has('0'));
      if (status === 101 || !isEmpty) this.#isOdd = true;
      this.#complete();
    } else if (codings.length > 0) {
      this.#part = codings.at(-1) === 'chunked' ? 'chunk size' : 'until closed';
    } else this.#expectLength([...lengths][0]);
  }

  /** The members of a header that is a list, in lower case. */
  #list(name: string): readonly string[] {
    const values = this.#headers.get(name) ?? [];
    return values.flatMap((value) => value.toLowerCase().split(',')).map((value) => value.trim());
  }

  #expectLength(length: string | undefined): void {
    if (length === undefined || !/^\d{1,15}$/.test(length)) this.#part = 'until closed';
    else if (Number(length) === 0) this.#complete();
    else {
      this.#missing = Number(length);
      this.#part = 'length';
    }
  }

  #readChunkSize(line: string): void {
    // The end of the chunk before.
    if (line === '' && this.#bodyLength > 0) return;
    const digits = /^([\da-f]{1,8})\s*(?:;|$)/i.exec(line)?.[1];
    if (digits === undefined) return this.#break('A chunk of its body has no size.');
    this.#missing = Number.parseInt(digits, 16);
    this.#part = this.#missing === 0 ? 'trailers' : 'chunk';
  }

  #readBody(chunk: Buffer, at: number): number {
    const isCounted = this.#part !== 'until closed';
    const end = isCounted ? Math.min(chunk.length, at + this.#missing) : chunk.length;
    this.#body.push(chunk.subarray(at, Math.min(end, at + MAX_BODY_BYTES - this.#bodyLength)));
    this.#bodyLength += end - at;
    if (isCounted) this.#missing -= end - at;
    if (isCounted && this.#missing === 0) {
      if (this.#part === 'length') this.#complete();
      else this.#part = 'chunk size';
    } else if (this.#bodyLength >= MAX_BODY_BYTES) this.#part = 'end';
    return end;
  }

  #complete(): void {
    this.#isComplete = true;
    this.#part = 'end';
  }

  #break(fault: string): void {
    this.fault = fault;
    this.#part = 'end';
  }
}
