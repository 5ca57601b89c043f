import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';

/** Where records are that have a page of their own, by the beginning of their references. */
const pages: Readonly<Record<string, string>> = {
  evt: '/events',
  ord: '/orders',
  dp: '/orders/disputes',
  tkt: '/tickets',
  con: '/contacts',
  wle: '/waiting-lists',
  scn: '/scans',
  cfl: '/conflicts',
  imp: '/import',
  gci: '/integrations',
  whk: '/webhooks',
};

/** A reference such as `ord_…` as the log has it; it leads to the record where there is a page of it. */
export function ResourceLink({ reference }: { readonly reference: string }): ReactElement {
  const page = pages[reference.slice(0, reference.indexOf('_'))];
  return page === undefined ? (
    <>{reference}</>
  ) : (
    <Link to={`${page}/${reference}`}>{reference}</Link>
  );
}
