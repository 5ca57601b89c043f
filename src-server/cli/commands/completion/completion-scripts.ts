import { flagName, type Command } from '../../definition/define-command.ts';
import type { FlagDefinition } from '../../flags/flags.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** What follows the words in `path`, such as `event create`; the first is empty. */
export interface Completion {
  readonly path: string;
  /** Commands by name, each with its summary. */
  readonly commands: readonly (readonly [string, string])[];
  readonly flags: readonly CompletedFlag[];
  /** Whether the command takes the name of a file. */
  readonly takesFile: boolean;
}

interface CompletedFlag {
  readonly name: string;
  readonly description: string;
  /** How its value is completed; null where it takes none. */
  readonly value: 'file' | 'other' | readonly string[] | null;
}

export function completionOf(
  path: string,
  command: Pick<Command, 'flags' | 'operands'>,
): Completion {
  return {
    path,
    commands: [],
    flags: Object.entries<FlagDefinition<unknown>>(command.flags)
      .filter(([, { isHidden }]) => isHidden !== true)
      .map(([key, flag]) => ({
        name: flagName(key),
        description: flag.description,
        value: valueOf(flag),
      })),
    takesFile: command.operands.some((operand) => operand.startsWith('FILE')),
  };
}

function valueOf({ placeholder, choices }: FlagDefinition<unknown>): CompletedFlag['value'] {
  if (placeholder === '') return null;
  if (choices !== undefined) return choices;
  return placeholder === 'FILE' || placeholder === 'DIR' ? 'file' : 'other';
}

const renderers = { bash: renderBash, zsh: renderZsh, fish: renderFish };

export function renderCompletion(shell: Shell, completions: readonly Completion[]): string {
  return renderers[shell](completions);
}

/** Words that are offered after the path, without values of flags. */
function wordsAfter({ commands, flags }: Completion): readonly string[] {
  return [...commands.map(([name]) => name), ...flags.map(({ name }) => name), '--help'];
}

/** One pattern of a shell's `case` for each flag with a value, and how it is completed. */
function valueCases(
  completions: readonly Completion[],
  render: (value: 'file' | readonly string[]) => string,
): readonly string[] {
  return completions.flatMap(({ path, flags }) =>
    flags.flatMap(({ name, value }) => {
      if (value === null) return [];
      return [`    '${path} ${name}') ${value === 'other' ? 'return' : render(value)} ;;`];
    }),
  );
}

function renderBash(completions: readonly Completion[]): string {
  return `# Completion of gatehouse for bash: source <(gatehouse completion bash)
_gatehouse() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} named='' offered=''
  COMPREPLY=()
  (( COMP_CWORD > 1 )) && named=\${COMP_WORDS[1]}
  case $named in
    ${groupNames(completions).join('|')}) (( COMP_CWORD > 2 )) && named="$named \${COMP_WORDS[2]}" ;;
  esac
  case "$named $previous" in
${valueCases(completions, (value) =>
  value === 'file'
    ? 'COMPREPLY=($(compgen -f -- "$current")); return'
    : `COMPREPLY=($(compgen -W '${value.join(' ')}' -- "$current")); return`,
).join('\n')}
  esac
  case $named in
${completions.map((one) => `    '${one.path}') offered='${wordsAfter(one).join(' ')}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
  case $named in
    ${filePaths(completions).join('|')}) COMPREPLY+=($(compgen -f -- "$current")) ;;
  esac
}
complete -F _gatehouse gatehouse`;
}

function renderZsh(completions: readonly Completion[]): string {
  return `#compdef gatehouse
# Completion of gatehouse for zsh: source <(gatehouse completion zsh)
_gatehouse() {
  local previous=\${words[CURRENT-1]} named=''
  local -a offered
  (( CURRENT > 2 )) && named=\${words[2]}
  case $named in
    ${groupNames(completions).join('|')}) (( CURRENT > 3 )) && named="$named \${words[3]}" ;;
  esac
  case "$named $previous" in
${valueCases(completions, (value) =>
  value === 'file' ? '_files; return' : `compadd -- ${value.join(' ')}; return`,
).join('\n')}
  esac
  case $named in
${completions.map((one) => `    '${one.path}') offered=(${describedWords(one).join(' ')}) ;;`).join('\n')}
  esac
  _describe gatehouse offered
  case $named in
    ${filePaths(completions).join('|')}) _files ;;
  esac
}
if [[ $funcstack[1] == _gatehouse ]]; then _gatehouse "$@"; else compdef _gatehouse gatehouse; fi`;
}

/** `name:description`, quoted, as `_describe` reads it. */
function describedWords({ commands, flags }: Completion): readonly string[] {
  return [
    ...commands,
    ...flags.map(({ name, description }) => [name, description] as const),
    ['--help', 'show the help'] as const,
  ].map(([name, description]) => quoted(`${name}:${description.replaceAll(':', '\\:')}`));
}

function renderFish(completions: readonly Completion[]): string {
  const lines = completions.flatMap(({ path, commands, flags, takesFile }) => {
    const at = `complete -c gatehouse -n ${quoted(`__gatehouse_at ${quotedInside(path)}`)}`;
    const within = `complete -c gatehouse -n ${quoted(`__gatehouse_in ${quotedInside(path)}`)}`;
    return [
      ...commands.map(([name, summary]) => `${at} -f -a ${name} -d ${quoted(summary)}`),
      ...flags.map((flag) => `${within} ${fishFlag(flag)}`),
      ...(path === '' || takesFile || flags.length === 0 ? [] : [`${within} -f`]),
    ];
  });
  return `# Completion of gatehouse for fish: gatehouse completion fish | source
function __gatehouse_at
  set -l words (commandline -opc)
  set -l named (string join ' ' -- $words[2..-1])
  test "$named" = "$argv[1]"
end
function __gatehouse_in
  set -l words (commandline -opc)
  set -l length (count (string split ' ' -- $argv[1]))
  test (count $words) -gt $length; or return 1
  set -l named (string join ' ' -- $words[2..(math $length + 1)])
  test "$named" = "$argv[1]"
end
complete -c gatehouse -s h -l help -d 'show the help'
${lines.join('\n')}`;
}

function fishFlag({ name, description, value }: CompletedFlag): string {
  const flag = `-l ${name.slice(2)} -d ${quoted(description)}`;
  if (value === null) return flag;
  if (value === 'file') return `${flag} -r -F`;
  return value === 'other' ? `${flag} -x` : `${flag} -x -a ${quoted(value.join(' '))}`;
}

function groupNames(completions: readonly Completion[]): readonly string[] {
  return completions
    .filter(({ path, commands }) => path !== '' && commands.length > 0)
    .map(({ path }) => path);
}

function filePaths(completions: readonly Completion[]): readonly string[] {
  return completions.filter(({ takesFile }) => takesFile).map(({ path }) => quoted(path));
}

/** As one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** As one word of a command that is quoted itself. */
function quotedInside(text: string): string {
  return `"${text}"`;
}
