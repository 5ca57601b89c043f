/**
 * Finds text that cannot be read: cut off by the window or by an element that neither scrolls nor (outside the verdict) shows an ellipsis; a word or
 * key fact of the verdict that is not fully visible; a word covered by its shape. Runs in the page.
 */
export function findCuts(): readonly string[] {
  const found: string[] = [];
  const verdict = document.querySelector('[role=status]');
  const inSheet = document.querySelector('[role=dialog]') !== null;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || !parent.checkVisibility({ visibilityProperty: true })) continue;
    if (parent.closest('.for-screen-readers, title, script') !== null) continue;
    if (inSheet && parent.closest('[role=dialog]') === null) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) check(parent, rect, node.textContent ?? '');
  }
  const isAdmitted = verdict?.getAttribute('data-reason') === 'scanning.allowed';
  const key = verdict?.querySelector(isAdmitted ? '[data-length]' : '[data-key-fact]');
  const word = verdict?.querySelector('p');
  const isShown = verdict?.hasAttribute('data-reason') === true;
  for (const part of isShown && !inSheet ? [word, key] : []) if (part) inSight(part);
  const shape = verdict?.querySelector('svg')?.getBoundingClientRect();
  if (word && shape && !inSheet) {
    const range = document.createRange();
    range.selectNodeContents(word);
    for (const rect of range.getClientRects()) {
      const apart = rect.right <= shape.left + 1 || rect.left >= shape.right - 1;
      // A glyph's box is taller than its line.
      const above = rect.bottom <= shape.top + 1 || rect.top + rect.height * 0.2 >= shape.bottom;
      if (!apart && !above) found.push(`under its shape: ${word.textContent}`);
    }
  }
  return found;

  function check(start: Element, rect: DOMRect, text: string): void {
    let [left, right, top, bottom] = [rect.left, rect.right, rect.top, rect.bottom];
    if (rect.width < 2) return;
    const slack = 0.2 * rect.height;
    for (let box: Element | null = start; box !== null; box = box.parentElement) {
      const { overflowX, overflowY, textOverflow, clipPath, position } = getComputedStyle(box);
      if (clipPath !== 'none') return;
      const edge = box.getBoundingClientRect();
      const cutX = left < edge.left - 1 || right > edge.right + 1;
      const cutY = top < edge.top - slack || bottom > edge.bottom + slack;
      if (overflowX === 'hidden' && cutX) {
        if (textOverflow !== 'ellipsis' || verdict?.contains(box)) found.push(`cut: ${text}`);
        return;
      }
      if (overflowY === 'hidden' && cutY) {
        found.push(`cut: ${text}`);
        return;
      }
      if (overflowX === 'auto' && cutX) found.push(`beside: ${text}`);
      if (overflowY === 'auto' && cutY) return;
      if (position === 'fixed') break;
    }
    if (left < -1 || right > innerWidth + 1 || top < -slack || bottom > innerHeight + slack) {
      found.push(`out of the window: ${text}`);
    }
  }

  function inSight(part: Element): void {
    const range = document.createRange();
    range.selectNodeContents(part);
    for (const rect of range.getClientRects()) {
      for (let box: Element | null = part; box !== null; box = box.parentElement) {
        const edge = box.getBoundingClientRect();
        const slack = 0.2 * rect.height;
        const scrolls = getComputedStyle(box).overflowY !== 'visible';
        if (scrolls && (rect.bottom > edge.bottom + slack || rect.top < edge.top - slack)) {
          found.push(`not in sight: ${part.textContent}`);
          return;
        }
      }
    }
  }
}
