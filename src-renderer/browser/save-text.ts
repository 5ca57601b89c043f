const FILE_KEPT_MS = 60_000;

/** Has the browser or the desktop app save a text under this name. */
export function saveText(name: string, text: string, type: 'text/csv' | 'text/plain'): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The desktop app first asks where to save it.
  setTimeout(() => URL.revokeObjectURL(address), FILE_KEPT_MS);
}
