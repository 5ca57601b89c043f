/**
 * The pages' script: search, copying, the language of the samples, and the section in view. Without it everything is there and
 * readable; it adds to the page and asks the network for nothing.
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
  show(stored() === 'javascript' ? 'javascript' : 'curl');
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

  // Search over what has a name on this page.
  const search = document.querySelector('.search');
  const [field, found, count, list] = all('input, .found, .found p, .found ul', search);
  const kinds = ['operation', 'section', 'error', 'event', 'schema', 'field', 'parameter'];
  const entries = all('[data-kind]').map((element) => {
    const name = element.dataset.name ?? element.textContent.trim();
    const about = element.dataset.about ?? (element.tagName === 'LI' ? element.textContent : '');
    const owner = element.tagName === 'LI' ? document.getElementById(element.id.split('.')[0]) : null;
    const { kind } = element.dataset;
    const label = owner === null ? kind : kind + ' of ' + owner.textContent.trim();
    return { id: element.id, kind, label, name, about: about.replace(/\\s+/g, ' ').trim() };
  });
  const rank = ({ name, about, kind }, words) => {
    const [lowName, lowAbout] = [name.toLowerCase(), about.toLowerCase()];
    if (!words.every((word) => lowName.includes(word) || lowAbout.includes(word) || kind.startsWith(word))) return null;
    const whole = words.join(' ');
    const place = lowName === whole ? 0 : lowName.startsWith(whole) ? 1 : lowName.split(/[^a-z0-9]+/).some((part) => part.startsWith(words[0])) ? 2 : lowName.includes(words[0]) ? 3 : 4;
    return place * 10 + kinds.indexOf(kind);
  };
  const LIMIT = 15;
  const look = () => {
    const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
    found.hidden = words.length === 0;
    if (found.hidden) return;
    const hits = entries.map((entry) => ({ entry, at: rank(entry, words) })).filter(({ at }) => at !== null);
    hits.sort((one, other) => one.at - other.at);
    count.textContent = hits.length === 0 ? 'Nothing found' : hits.length > LIMIT ? hits.length + ' found, the best ' + LIMIT : hits.length + ' found';
    list.replaceChildren(...hits.slice(0, LIMIT).map(({ entry }) => make('li', {}, make('a', { href: '#' + entry.id },
      make('b', { textContent: entry.name }), make('span', { textContent: entry.label }), make('small', { textContent: entry.about })))));
  };
  const end = () => { found.hidden = true; };
  field.addEventListener('input', look);
  field.addEventListener('focus', look);
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

  // The contents: closed after a choice where they cover the page, and marked where the reader is.
  const contents = document.getElementById('contents');
  contents.addEventListener('click', ({ target }) => {
    if (target.closest('a') !== null && contents.matches(':popover-open')) contents.hidePopover();
  });
  const links = new Map(all('a[href^="#"]', contents).map((link) => [link.getAttribute('href').slice(1), link]));
  const marks = [...links.keys()].map((id) => document.getElementById(id)).filter((element) => element !== null);
  let current = null;
  let opened = null;
  const follow = () => {
    const top = innerHeight / 4;
    const passed = marks.filter((element) => element.getBoundingClientRect().top <= top);
    const link = links.get(passed.at(-1)?.id ?? '') ?? null;
    if (link === current) return;
    current?.removeAttribute('aria-current');
    current = link;
    if (link === null) return;
    link.setAttribute('aria-current', 'true');
    const folded = link.closest('details');
    if (opened !== null && opened !== folded) opened.open = false;
    opened = folded === null || (folded.open && folded !== opened) ? null : folded;
    if (folded !== null) folded.open = true;
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
