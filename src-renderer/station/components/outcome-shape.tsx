import type { ReactElement } from 'react';
import type { Signal } from '../state/verdict/outcome-signal.ts';
import styles from './outcome-shape.module.css';

/**
 * The shape that identifies an outcome without its colour. Drawn solid in the current colour; cut-outs use `--cut`, the colour
 * behind it. Decorative: the word is always next to it.
 */
export function OutcomeShape({ signal }: { readonly signal: Signal }): ReactElement {
  return (
    <svg viewBox="0 0 120 120" className={styles['shape']} aria-hidden="true" focusable="false">
      {shapes[signal]}
    </svg>
  );
}

const cut = styles['cut'];
const cutFill = styles['cutFill'];
const rimmed = styles['rimmed'];

const shapes: Readonly<Record<Signal, ReactElement>> = {
  admit: (
    <>
      <circle cx="60" cy="60" r="56" />
      <path className={cut} d="M34 62 53 81 87 42" strokeWidth="13" />
    </>
  ),
  already_in: (
    <>
      <circle cx="80" cy="33" r="19" />
      <path d="M46 108c0-27 14-46 34-46s36 19 36 46z" />
      <g className={rimmed}>
        <circle cx="44" cy="42" r="21" />
        <path d="M4 114c0-29 16-45 40-45s40 16 40 45z" />
      </g>
    </>
  ),
  just_in: (
    <>
      <path d="M60 4a56 56 0 1 0 0 112A56 56 0 0 0 60 4m0 11a45 45 0 1 1 0 90 45 45 0 0 1 0-90" />
      <path d="M53 88 29 69l7-9 15 12 32-39 9 7z" />
    </>
  ),
  wrong_entrance: (
    <>
      <rect x="53" y="6" width="14" height="110" rx="3" />
      <path className={rimmed} d="M20 14h64l26 21-26 21H20z" />
      <path className={rimmed} d="M100 62H46L22 81l24 19h54z" />
    </>
  ),
  wrong_event: (
    <>
      <rect x="42" y="12" width="74" height="72" rx="11" />
      <path d="M60 3h11v16H60zM90 3h11v16H90z" />
      <g className={rimmed}>
        <rect x="4" y="38" width="80" height="78" rx="11" />
        <path d="M21 27h12v19H21zM55 27h12v19H55z" />
      </g>
      <path className={cut} d="M15 61h58" strokeWidth="6" />
      <path
        className={cutFill}
        d="M19 73h11v11H19zM38.5 73h11v11h-11zM58 73h11v11H58zM19 92h11v11H19zM38.5 92h11v11h-11z"
      />
    </>
  ),
  not_now: (
    <>
      <circle cx="60" cy="60" r="56" />
      <path className={cut} d="M60 28v34l23 15" strokeWidth="12" />
    </>
  ),
  check_id: (
    <>
      <rect x="4" y="20" width="112" height="82" rx="12" />
      <circle className={cut} cx="38" cy="48" r="9" strokeWidth="9" />
      <path
        className={cut}
        d="M20 86c0-14 7-20 18-20s18 6 18 20M72 46h28M72 64h28"
        strokeWidth="9"
      />
    </>
  ),
  full: (
    <>
      <circle cx="28" cy="30" r="19" />
      <path d="M2 104c0-30 10-49 26-49s26 19 26 49z" />
      <circle cx="92" cy="30" r="19" />
      <path d="M66 104c0-30 10-49 26-49s26 19 26 49z" />
      <g className={rimmed}>
        <circle cx="60" cy="36" r="22" />
        <path d="M24 116c0-34 14-52 36-52s36 18 36 52z" />
      </g>
    </>
  ),
  left: (
    <>
      <path d="M12 6h46v14H26v80h32v14H12z" />
      <path d="M46 50h36V28l34 32-34 32V70H46z" />
    </>
  ),
  undone: (
    <path d="M46 8 8 44l38 36V57h20c14 0 24 9 24 21s-10 21-24 21H34v15h34c24 0 40-15 40-36S92 36 68 36H46z" />
  ),
  date_cancelled: (
    <>
      <rect x="10" y="18" width="100" height="94" rx="12" />
      <path d="M32 6h14v20H32zM74 6h14v20H74z" />
      <path className={cut} d="M22 44h76" strokeWidth="8" />
      <path className={cut} d="M34 60 86 104M86 60 34 104" strokeWidth="11" />
    </>
  ),
  not_valid: (
    <>
      <path d="M37 4h46l33 33v46l-33 33H37L4 83V37z" />
      <path className={cut} d="M40 40 80 80M80 40 40 80" strokeWidth="14" />
    </>
  ),
  unknown: (
    <>
      <path d="M60 1c3 0 5 1 7 3l49 49c4 4 4 10 0 14l-49 49c-4 4-10 4-14 0L4 67c-4-4-4-10 0-14L53 4c2-2 4-3 7-3z" />
      <path
        className={cut}
        d="M45 46c1-10 8-15 16-15 9 0 16 6 16 14 0 13-16 13-16 26"
        strokeWidth="10"
      />
      <circle className={cutFill} cx="61" cy="88" r="6.5" />
    </>
  ),
  unreadable: (
    <>
      <path d="M4 34V12c0-5 3-8 8-8h22v14H18v16zM86 4h22c5 0 8 3 8 8v22h-14V18H86zM116 86v22c0 5-3 8-8 8H86v-14h16V86zM34 116H12c-5 0-8-3-8-8V86h14v16h16z" />
      <path d="M30 34h8v52h-8zM46 34h12v22H46zM46 68h12v18H46zM66 34h6v52h-6zM80 34h10v14H80zM80 62h10v24H80z" />
    </>
  ),
  scan_again: (
    <>
      <path d="M4 34V12c0-5 3-8 8-8h22v14H18v16zM86 4h22c5 0 8 3 8 8v22h-14V18H86zM116 86v22c0 5-3 8-8 8H86v-14h16V86zM34 116H12c-5 0-8-3-8-8V86h14v16h16z" />
      <path d="M60 33a27 27 0 1 0 27 27H77a17 17 0 1 1-17-17v12l20-17-20-17z" />
    </>
  ),
  scanner_works: (
    <>
      <path d="M4 34V12c0-5 3-8 8-8h22v14H18v16zM86 4h22c5 0 8 3 8 8v22h-14V18H86zM116 86v22c0 5-3 8-8 8H86v-14h16V86zM34 116H12c-5 0-8-3-8-8V86h14v16h16z" />
      <path d="M50 89 26 65l9-9 15 15 35-37 9 9z" />
    </>
  ),
  system: (
    <>
      <path d="M52 9c4-6 12-6 16 0l48 88c4 7-1 15-8 15H12c-7 0-12-8-8-15z" />
      <path className={cut} d="M60 42v28" strokeWidth="12" />
      <circle className={cutFill} cx="60" cy="91" r="7" />
    </>
  ),
};
