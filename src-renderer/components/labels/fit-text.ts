/** In CSS pixels: 2 mm, which is still read at arm's length. */
const SMALLEST = 7.6;
const STEP = 0.96;

/** Sets a text smaller until it fits into its parent. Words are broken only if even the smallest type is too wide. */
export function fitText(text: HTMLElement): void {
  const box = text.parentElement;
  if (box === null) return;
  let size = Number.parseFloat(getComputedStyle(text).fontSize);
  const fits = () => text.offsetHeight <= box.clientHeight && text.scrollWidth <= text.clientWidth;
  while (!fits() && size > SMALLEST) {
    size = Math.max(SMALLEST, size * STEP);
    text.style.fontSize = `${size}px`;
  }
  if (!fits()) text.style.overflowWrap = 'anywhere';
}
