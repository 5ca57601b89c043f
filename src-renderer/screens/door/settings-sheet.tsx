import { Volume2 } from 'lucide-react';
import type { ReactElement } from 'react';
import {
  Label,
  Slider,
  SliderOutput,
  SliderThumb,
  SliderTrack,
  Switch,
} from 'react-aria-components';
import { locales } from '../../../shared/verdict/locale.ts';
import { Button } from '../../components/button.tsx';
import { Choice } from '../../components/choice.tsx';
import { useDoor, useDoorState, useWords } from '../../components/door-context.tsx';
import { Keys } from '../../components/keys.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { runAction, setPreferences } from '../../state/door-actions.ts';
import { themes } from '../../state/preferences.ts';
import { shortcutLabels } from '../../state/shortcuts.ts';
import { languageNames } from '../../state/words/catalogue.ts';
import styles from './settings-sheet.module.css';

export function SettingsSheet(): ReactElement {
  const door = useDoor();
  const words = useWords();
  const preferences = useDoorState((state) => state.preferences);
  const locale = useDoorState(({ station }) => station?.locale ?? preferences.locale);
  return (
    <Sheet title={words.actions.settings}>
      <div className={styles['settings']}>
        <Choice
          label={words.actions.theme}
          keys={shortcutLabels.theme}
          options={themes.map((theme) => ({ id: theme, name: words.settings.themes[theme] }))}
          selected={preferences.theme}
          onSelect={(id) => {
            const theme = themes.find((one) => one === id);
            if (theme !== undefined) setPreferences(door, { theme });
          }}
        />
        <Choice
          label={words.actions.language}
          keys={shortcutLabels.language}
          options={locales.map((one) => ({ id: one, name: languageNames[one] }))}
          selected={locale}
          onSelect={(id) => {
            const chosen = locales.find((one) => one === id);
            if (chosen !== undefined) void door.ask({ kind: 'set_locale', locale: chosen });
          }}
        />
        <Switch
          className={styles['switch'] ?? ''}
          isSelected={!preferences.muted}
          onChange={() => runAction(door, 'sound')}
        >
          <span className={styles['knob']} />
          <span className={styles['switchText']}>{words.actions.sound}</span>
          <Keys keys={shortcutLabels.sound} />
        </Switch>
        <Slider
          className={styles['slider'] ?? ''}
          minValue={0}
          maxValue={1}
          step={0.1}
          value={preferences.volume}
          formatOptions={{ style: 'percent' }}
          onChange={(volume) => {
            if (typeof volume === 'number') setPreferences(door, { volume, muted: false });
          }}
        >
          <Label>{words.settings.volume}</Label>
          <SliderOutput className={styles['output'] ?? ''} />
          <SliderTrack className={styles['track'] ?? ''}>
            <SliderThumb className={styles['thumb'] ?? ''} />
          </SliderTrack>
        </Slider>
        <Button onPress={door.playSample}>
          <Volume2 size={20} aria-hidden="true" />
          {words.settings.tryTone}
        </Button>
      </div>
    </Sheet>
  );
}
