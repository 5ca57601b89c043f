import { minorDigits } from '../../../../shared/currency.ts';
import { usePlace } from '../../components/door-context.tsx';
import { guestWords, type GuestWords } from './guest-words.ts';

/** The words of the sheet, which come with it. */
export function useGuestWords(): GuestWords {
  return guestWords[usePlace().locale];
}

/** Writes an amount in minor units. */
export function useMoney(): (minor: number, currency: string) => string {
  const { locale } = usePlace();
  return (minor, currency) =>
    new Intl.NumberFormat(locale === 'en' ? 'en-GB' : locale, {
      style: 'currency',
      currency,
    }).format(minor / 10 ** minorDigits(currency));
}
