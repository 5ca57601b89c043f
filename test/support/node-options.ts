import manifest from '../../package.json' with { type: 'json' };

/** The options of Node with which `npm start` and `npm run gatehouse` run. */
export const START_OPTIONS = optionsIn(manifest.scripts.start);
export const GATEHOUSE_OPTIONS = optionsIn(manifest.scripts.gatehouse);

function optionsIn(script: string): readonly string[] {
  return script.split(' ').filter((word) => word.startsWith('--'));
}
