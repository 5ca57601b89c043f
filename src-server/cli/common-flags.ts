import { optional, text, yes } from './flags.ts';

/** Every command has these. */
export const commonFlags = {
  data: optional(text('DIR', 'where everything is kept (default: $GATEHOUSE_DATA, or ./data)')),
  database: optional(
    text('URL', 'PostgreSQL in place of the file in DIR (default: $GATEHOUSE_DATABASE)'),
  ),
  json: yes('print JSON and nothing else'),
} as const;
