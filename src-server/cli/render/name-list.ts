/** A heading and one indented line for each name with its meaning, for the notes of a command's help. */
export function nameList(heading: string, meanings: Readonly<Record<string, string>>): string {
  const names = Object.entries(meanings);
  const width = Math.max(...names.map(([name]) => name.length));
  return [heading, ...names.map(([name, means]) => `  ${name.padEnd(width)}  ${means}`)].join('\n');
}
