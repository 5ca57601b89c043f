import { loadPageFiles, type PageFiles } from '../../src-files/built-page.ts';
import { HostError } from '../startup/host-error.ts';

/** The station's page and its files. Throws a `HostError` with `page_missing` if `folder` holds no built page. */
export async function loadRendererFiles(folder: string): Promise<PageFiles> {
  const files = await loadPageFiles(folder);
  const index = files.get('/index.html');
  if (index === undefined) {
    throw new HostError(
      'page_missing',
      `There is no built page in ${folder}; run "npm run build".`,
    );
  }
  return new Map([...files, ['/', index]]);
}
