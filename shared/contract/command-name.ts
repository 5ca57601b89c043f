/**
 * How the person who started this program writes `gatehouse`, for commands that are printed to be pasted: in the project, npm's script brings
 * the Node.js that they need; beside an installed package, npx finds it.
 */
export function commandName(environment: Readonly<Record<string, string | undefined>>): string {
  const { npm_lifecycle_event: script, npm_package_name: project } = environment;
  if (script === 'npx') return 'npx gatehouse';
  const isScript = script !== undefined && project === 'gatehouse';
  return isScript ? 'npm run -s gatehouse --' : 'gatehouse';
}

/** In double quotes, which every shell knows, if it has to be. */
export function shellWord(path: string): string {
  return /\s/.test(path) ? `"${path}"` : path;
}
