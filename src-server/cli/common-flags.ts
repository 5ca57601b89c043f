import { hidden, optional, text, yes } from './flags.ts';

/** Every command has these. */
export const commonFlags = {
  data: optional(text('DIR', 'where everything is kept (default: $GATEHOUSE_DATA, or ./data)')),
  database: hidden(optional(text('URL', 'another database than the one in DIR'))),
  json: yes('print JSON and nothing else'),
} as const;
