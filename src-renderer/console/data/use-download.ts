import type {
  Download,
  OperationName,
  OperationResults,
} from '../../../shared/console/operation-results.ts';
import { useConsole } from './console-context.tsx';
import { useAct } from './use-act.ts';

type ExportName = {
  [Name in OperationName]: OperationResults[Name] extends Download ? Name : never;
}[OperationName];

/** Fetches the file of an export, from an address that works once. */
export function useDownload(): (name: ExportName, input: object) => Promise<void> {
  const { base } = useConsole();
  const act = useAct();
  return async (name, input) => {
    const download = await act(name, { ...input, delimiter: listSeparator() });
    if (download !== null) location.assign(new URL(download.path, base).href);
  };
}

/** By which a spreadsheet in this device's language separates cells: not a comma where that separates decimals. */
function listSeparator(): ';' | ',' {
  const [, separator] = new Intl.NumberFormat().formatToParts(1.5);
  return separator?.value === ',' ? ';' : ',';
}
