// The least that React can do for a key: the page that the verdict's time is measured against.
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Typed() {
  const [ticket, show] = useState('');
  useEffect(() => {
    let typed = '';
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Enter') {
        typed += key.length === 1 ? key : '';
        return;
      }
      show(typed);
      typed = '';
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return createElement('p', { 'data-ticket': ticket }, ticket);
}

const root = document.getElementById('root');
if (root === null) throw new Error('expected a root');
createRoot(root).render(createElement(Typed));
