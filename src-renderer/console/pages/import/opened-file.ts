/** A file that was chosen, as it was then. */
export interface OpenedFile {
  /** Another for each time a file is chosen. */
  readonly id: string;
  readonly name: string;
  readonly size: number;
  /** base64 */
  readonly content: string;
}
