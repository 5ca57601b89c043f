import type { LabelChoice, LabelJob, Printer } from '../../shared/station/labels.ts';

/** The system's printers, without a dialog. Whether paper came out, only the printer knows. */
export interface LabelPrinter {
  readonly list: () => Promise<readonly Printer[]>;
  /** One job after the other. @throws with a sentence, if the system does not accept it. */
  readonly print: (job: LabelJob, printer: LabelChoice['printer']) => Promise<void>;
}
