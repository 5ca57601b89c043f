import { expect, it } from 'vitest';
import { commandOn } from './command-on.ts';

const script = { npm_lifecycle_event: 'gatehouse', npm_package_name: 'gatehouse' };

it.each([
  [{}, undefined, 'gatehouse event list'],
  [{}, '/srv/our data', 'gatehouse event list --data "/srv/our data"'],
  [script, 'here', 'npm run -s gatehouse -- event list --data here'],
  // Of somebody else's project, or started by npx, which finds a package that the shell does not.
  [{ ...script, npm_package_name: 'shop' }, undefined, 'gatehouse event list'],
  [{ npm_lifecycle_event: 'npx' }, undefined, 'npx gatehouse event list'],
  [{ ...script, npm_lifecycle_event: 'npx' }, '/srv', 'npx gatehouse event list --data /srv'],
])(
  'a printed command can be pasted where it is printed, on the same data: %j, %s',
  (environment, data, written) => {
    expect(commandOn({ environment }, data)('event list')).toBe(written);
  },
);

it('and one that is meant for another computer, without its data', () => {
  const command = commandOn({ environment: script }, '/srv/data');
  expect(command('start', 'elsewhere')).toBe('npm run -s gatehouse -- start');
});
