/**
 * The pages' script: search, copying, the language of the samples, and the section in view. Without it everything is there and
 * readable. It asks the server for the search index, once somebody searches or follows an anchor of another page.
 */
export const script = `
'use strict';
(() => {
  const root = document.documentElement;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };

  // The language of the samples, remembered.
  const stored = () => { try { return localStorage.getItem('gatehouse-docs-language'); } catch { return null; } };
  const show = (language) => {
    root.dataset.shown = language;
    for (const button of all('[data-choose]')) button.setAttribute('aria-pressed', String(button.dataset.choose === language));
  };
  show(['javascript', 'python'].find((language) => language === stored()) ?? 'curl');
  document.addEventListener('click', ({ target }) => {
    const button = target.closest('[data-choose]');
    if (button === null) return;
    const before = button.getBoundingClientRect().top;
    show(button.dataset.choose);
    scrollBy({ top: button.getBoundingClientRect().top - before, behavior: 'instant' });
    try { localStorage.setItem('gatehouse-docs-language', button.dataset.choose); } catch { /* not remembered */ }
  });

  // Copying. Outside of HTTPS and this computer there is no clipboard to write to: the text is selected instead.
  const status = make('p', { className: 'skip', role: 'status' });
  document.body.append(status);
  const copy = async (pre, button) => {
    let word = 'Copied';
    try {
      await navigator.clipboard.writeText(pre.textContent);
    } catch {
      getSelection().selectAllChildren(pre);
      word = 'Selected';
    }
    button.textContent = word;
    status.textContent = word;
    setTimeout(() => { button.textContent = 'Copy'; status.textContent = ''; }, 2000);
  };
  for (const pre of all('pre')) {
    const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' });
    const wrapper = make('div', { className: 'copyable' });
    pre.replaceWith(wrapper);
    wrapper.append(pre, button);
    button.addEventListener('click', () => void copy(pre, button));
  }

  // Search over every page. The index has each heading with the words below it, and each field.
  const search = document.querySelector('.search');
  const [field, found, count, list] = all('input, .found, .found p, .found ul', search);
  const index = new URL(search.dataset.index, location);
  let loaded = null;
  const entries = () => loaded ??= fetch(index).then((answer) => answer.json()).then((sections) => sections.map((section) => ({
    ...section,
    href: new URL(section.at.slice('/docs'.length) === '' ? '../docs' : '.' + section.at.slice('/docs'.length), index) + '#' + section.id,
    low: { name: section.name.toLowerCase(), about: (section.about + ' ' + section.kind).toLowerCase(), text: section.text.toLowerCase() },
  }))).catch((failure) => { loaded = null; throw failure; });
  const weights = { page: 1.5, section: 1.4, operation: 1.3, error: 1.2, reason: 1.3, event: 1.1, object: 1, field: 0.7, parameter: 0.8 };
  const escape = (text) => text.replace(/[.*+?^\${}()|[\\]\\\\]/g, '\\\\$&');
  // How well one word is met: as a whole word best, then the beginning of one, a word of the same stem, a part.
  const meet = (text, word) => {
    const at = (pattern) => new RegExp(pattern, 'u').test(text);
    if (at('(?<![\\\\p{L}\\\\p{N}])' + escape(word) + '(?![\\\\p{L}\\\\p{N}])')) return 4;
    if (at('(?<![\\\\p{L}\\\\p{N}])' + escape(word))) return 3;
    if (word.length >= 7 && at('(?<![\\\\p{L}\\\\p{N}])' + escape(word.slice(0, -2)))) return 2;
    return word.length >= 3 && text.includes(word) ? 1 : 0;
  };
  const rank = ({ low, kind, level }, words) => {
    let sum = 0;
    for (const word of words) {
      const best = Math.max(meet(low.name, word) * 10, meet(low.about, word) * 6, meet(low.text, word) * 2);
      if (best === 0) return 0;
      sum += best;
    }
    const whole = words.join(' ');
    if (low.name === whole) sum += 40;
    else if (low.name.startsWith(whole)) sum += 15;
    else if (words.length > 1 && low.text.includes(whole)) sum += 8;
    return sum * (weights[kind] ?? 1);
  };
  // The words around the first that was met, with those that were met marked.
  const excerpt = (text, words) => {
    const pattern = new RegExp('(' + words.map(escape).join('|') + ')', 'giu');
    const at = Math.max(0, text.search(pattern));
    const from = at < 60 ? 0 : text.indexOf(' ', at - 50) + 1;
    const piece = (from > 0 ? '… ' : '') + text.slice(from, from + 140);
    return piece.split(pattern).map((part, place) => place % 2 === 1 ? make('mark', { textContent: part }) : part);
  };
  const LIMIT = 15;
  const look = async () => {
    const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
    found.hidden = words.length === 0;
    if (found.hidden) return;
    const asked = field.value;
    let known;
    try { known = await entries(); } catch { count.textContent = 'The search could not be loaded'; list.replaceChildren(); return; }
    if (field.value !== asked) return;
    const hits = known.map((entry) => ({ entry, value: rank(entry, words) })).filter(({ value }) => value > 0);
    hits.sort((one, other) => other.value - one.value);
    count.textContent = hits.length === 0 ? 'Nothing found' : hits.length > LIMIT ? hits.length + ' found, the best ' + LIMIT : hits.length + ' found';
    list.replaceChildren(...hits.slice(0, LIMIT).map(({ entry }) => make('li', {}, make('a', { href: entry.href },
      make('b', { textContent: entry.name }), make('span', { textContent: entry.of === '' ? entry.kind + (entry.kind === 'page' ? '' : ' · ' + entry.page) : entry.kind + ' of ' + entry.of }),
      make('small', {}, ...excerpt(entry.text, words))))));
  };
  const end = () => { found.hidden = true; };
  field.addEventListener('input', () => void look());
  field.addEventListener('focus', () => void (field.value === '' ? entries().catch(() => {}) : look()));
  search.addEventListener('keydown', (event) => {
    const links = all('a', list);
    const at = links.indexOf(document.activeElement);
    if (event.key === 'Escape') { end(); field.focus(); field.select(); end(); }
    else if (event.key === 'Enter' && document.activeElement === field) { links[0]?.click(); }
    else if (event.key === 'ArrowDown') { event.preventDefault(); links[Math.min(at + 1, links.length - 1)]?.focus(); }
    else if (event.key === 'ArrowUp') { event.preventDefault(); (at > 0 ? links[at - 1] : field).focus(); }
  });
  list.addEventListener('click', () => { end(); field.blur(); });
  document.addEventListener('pointerdown', ({ target }) => { if (!search.contains(target)) end(); });
  search.addEventListener('focusout', ({ relatedTarget }) => { if (relatedTarget !== null && !search.contains(relatedTarget)) end(); });
  document.addEventListener('keydown', (event) => {
    const writes = event.target.closest('input, textarea, [contenteditable]') !== null;
    if (event.key !== '/' || writes || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
  search.hidden = false;

  // Anchors of the former single page, and those of errors, lead to the page that has them now; a field that is gone, to what it was a field of.
  const forward = async () => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (id === '' || document.getElementById(id) !== null) return;
    const known = new Map((await entries()).toReversed().map((entry) => [entry.id, entry.href]));
    for (let name = id; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
      if (known.has(name)) return location.replace(known.get(name));
    }
  };
  addEventListener('hashchange', () => void forward().catch(() => {}));
  void forward().catch(() => {});

  // The contents: closed after a choice where they cover the page, and marked where the reader is.
  const contents = document.getElementById('contents');
  contents.addEventListener('click', ({ target }) => {
    if (target.closest('a') !== null && contents.matches(':popover-open')) contents.hidePopover();
  });
  const links = new Map(all('a[href^="#"]', contents).map((link) => [link.getAttribute('href').slice(1), link]));
  const marks = [...links.keys()].map((id) => document.getElementById(id)).filter((element) => element !== null);
  let current = null;
  const follow = () => {
    const top = innerHeight / 4;
    const passed = marks.filter((element) => element.getBoundingClientRect().top <= top);
    const link = links.get(passed.at(-1)?.id ?? '') ?? null;
    if (link === current) return;
    current?.removeAttribute('aria-current');
    current = link;
    if (link === null) return;
    link.setAttribute('aria-current', 'true');
    const [box, row] = [contents.getBoundingClientRect(), link.getBoundingClientRect()];
    if (row.top < box.top || row.bottom > box.bottom) contents.scrollTop += row.top - box.top - box.height / 2;
  };
  let waits = false;
  const soon = () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => { waits = false; follow(); });
  };
  addEventListener('scroll', soon, { passive: true });
  addEventListener('resize', soon);
  follow();
})();
`;
