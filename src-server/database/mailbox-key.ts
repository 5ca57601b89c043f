// Why: docs/decisions/0009-one-mailbox-one-key.md
import { domainToASCII } from 'node:url';

/** Printable ASCII, whose letters alone have two forms. `xn--` may spell a label that also has a Unicode form. */
const PLAIN = /^(?!.*xn--)[\x20-\x7E]*$/i;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Equal for all spellings of one mailbox. The domain is in ASCII (UTS 46, as `domainToASCII` of every Node.js has it); the local part has no
 * default-ignorable characters, its letters are folded, and it is in NFC. Folded here because SQLite folds ASCII only. Keys are stored, so a
 * change of this function needs a migration.
 */
export function mailboxKey(address: string): string {
  const text = address.trim();
  if (PLAIN.test(text)) return text.toLowerCase();
  const at = text.lastIndexOf('@');
  if (at === -1) return fold(text);
  const domain = text.slice(at + 1);
  return `${fold(text.slice(0, at))}@${asciiDomain(domain) ?? fold(domain)}`;
}

/** The domain by UTS 46; null if it is not valid. */
export function asciiDomain(domain: string): string | null {
  if (PLAIN.test(domain)) return domain.toLowerCase();
  // With another label behind it, a domain that ends in digits is not read as an IPv4 address.
  const ascii = domainToASCII(`${domain}.a`);
  return ascii.endsWith('.a') ? ascii.slice(0, -2) : null;
}

function fold(text: string): string {
  const visible = text.replaceAll(IGNORABLE, '').normalize('NFC');
  return Array.from(visible, foldCharacter).join('').normalize('NFC');
}

/** What their capitals do not tell. */
const irregular: Readonly<Record<string, string>> = { ı: 'ı', ﬅ: 'ﬆ' };

/** Simple case folding (CaseFolding.txt): ς and σ are one letter; ß and ss are not, nor ı and i. */
function foldCharacter(character: string): string {
  const known = irregular[character];
  if (known !== undefined) return known;
  const upper = character.toUpperCase();
  return (Array.from(upper).length === 1 ? upper : character).toLowerCase();
}
