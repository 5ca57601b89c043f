import type { ReactElement } from 'react';
import { languageNames, locales } from '../../../shared/languages.ts';
import { Choice } from '../../components/choice.tsx';
import { shortcutLabels } from '../state/shortcuts.ts';
import { useDoor, usePlace, useWords } from './door-context.tsx';

/** The language of the station's page. */
export function LanguageChoice(): ReactElement {
  const door = useDoor();
  const { actions } = useWords();
  const { locale } = usePlace();
  return (
    <Choice
      label={actions.language}
      keys={shortcutLabels.language}
      options={locales.map((id) => ({ id, name: languageNames[id] }))}
      selected={locale}
      onSelect={(chosen) => void door.ask({ kind: 'set_locale', locale: chosen })}
    />
  );
}
