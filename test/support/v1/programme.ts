import type { Gatehouse } from './gatehouse.ts';
import { Made } from './shapes.ts';

/** Creates what many tests need, each with one command. Returns references. */
export function organiserOf(gatehouse: Gatehouse) {
  const make = async (line: string, ...more: string[]) =>
    (await gatehouse.make(Made, line, ...more)).reference;
  return {
    addOrganiser: (flags = '') => make(`organiser create --name Nordlys ${flags}`),
    addEvent: (organiser: string, slug: string, flags = '') =>
      make(
        `event create --organiser ${organiser} --name Gala --slug ${slug} --timezone Europe/Oslo --currency NOK ${flags}`,
      ),
    addType: (event: string, flags = '--price 4500') =>
      make(`ticket-type create --event ${event} --name Stalls ${flags}`),
    make,
  };
}
