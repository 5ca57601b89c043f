import { IsOptional, type TSchema } from 'typebox';
import { assertNever } from '../../../shared/assert-never.ts';
import { formatInstant } from '../../../shared/instant.ts';
import { wordsOf, type InputWords } from '../../operations/definition/inputs.ts';
import {
  choiceFlag,
  emailFlag,
  hidden,
  jsonFlag,
  listFlag,
  moneyFlag,
  optionalFlag,
  nullableFlag,
  parseGrant,
  textFlag,
  timeFlag,
  wholeFlag,
  wholeBetween,
  withDefault,
  type FlagDefinition,
} from './flags.ts';

/** The flag of an input: its words are those of the input, and its value is what the input takes. */
export function flagOf(schema: TSchema | undefined): FlagDefinition<unknown> {
  const words = wordsOf(schema);
  const flag = plainFlag(words);
  const nullable = words.none === undefined ? flag : nullableFlag(flag, ...words.none);
  const described =
    words.otherwise === undefined ? nullable : withDefault(nullable, words.otherwise);
  if (schema === undefined || !IsOptional(schema)) return described;
  return words.isFixed === true ? hidden(optionalFlag(described)) : optionalFlag(described);
}

function plainFlag(words: InputWords): FlagDefinition<unknown> {
  const { kind, placeholder, description, choices = [] } = words;
  switch (kind) {
    case 'text':
      return textFlag(placeholder, description);
    case 'event':
      return { ...textFlag(placeholder, description), kind };
    case 'events':
      return { ...written(textFlag(placeholder, description), parseGrant), kind };
    case 'email':
      return emailFlag(description);
    case 'whole':
      return words.between === undefined
        ? wholeFlag(placeholder, description)
        : wholeBetween(placeholder, description, words.between);
    case 'money':
      return moneyFlag(description);
    case 'time':
      return written(timeFlag(description), formatInstant);
    case 'choice':
      return choiceFlag(placeholder, description, choices);
    case 'switch':
      return written(choiceFlag(placeholder, description, choices), (word) => word === choices[0]);
    case 'list':
      return words.choices === undefined
        ? listFlag(placeholder, description)
        : { ...listFlag(placeholder, description), choices };
    case 'names':
      return written(textFlag(placeholder, description), splitNames);
    case 'json':
      return jsonFlag(placeholder, description);
    default:
      return assertNever(kind);
  }
}

/** Commas will do as well. */
function splitNames(given: string): readonly string[] {
  return given.split(/[\s,]+/).filter((name) => name !== '');
}

function written<Value>(
  flag: FlagDefinition<Value>,
  write: (value: Value) => unknown,
): FlagDefinition<unknown> {
  return { ...flag, read: (given, terms) => write(flag.read(given, terms)) };
}
