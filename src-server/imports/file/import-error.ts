export interface ImportProblem {
  readonly line: number;
  readonly message: string;
}

/** The file cannot be read at all, or some of its lines are invalid; nothing was imported. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  /** In the order of their lines; of very many the first. */
  readonly problems: readonly ImportProblem[];
  /** How many there are. */
  readonly count: number;

  constructor(problems: readonly ImportProblem[], count = problems.length) {
    super(`${count} lines cannot be imported`);
    this.problems = problems;
    this.count = count;
  }
}

export function refused(line: number, message: string): ImportError {
  return new ImportError([{ line, message }]);
}
