import { useState } from 'react';
import type { FormEvent, ReactElement } from 'react';
import { Form } from 'react-aria-components';
import {
  holdsCredentials,
  parseTicketCode,
} from '../../../../shared/ticket-code/parse-ticket-code.ts';
import { Button } from '../../../components/button.tsx';
import { useDoor, useDoorState, useWords } from '../../components/door-context.tsx';
import { Field } from '../../../components/field.tsx';
import fields from '../../../components/field.module.css';
import { Sheet } from '../../components/sheet.tsx';
import { lookUp } from '../../state/door-actions.ts';
import { isKiosk } from '../../state/door-state.ts';

/**
 * For tickets that no scanner can read, and people without one: a code is checked, anything else is looked up in the box office. Stays
 * open after a code, since the next one may be like it. A kiosk has no box office: there, everything is a code.
 */
export function TypedSheet(): ReactElement {
  const door = useDoor();
  const { typed: words, actions } = useWords();
  const hasOnlyDoor = useDoorState(isKiosk);
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const isLookedUp = !hasOnlyDoor && isNoCode(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(text.trim() === '');
    if (text.trim() === '') return;
    if (isLookedUp) lookUp(door, text);
    else door.scan(text, 'typed');
    setText('');
  };
  return (
    <Sheet title={actions.typeCode}>
      <Form onSubmit={submit} className={fields['form'] ?? ''}>
        <Field
          label={hasOnlyDoor ? words.codeLabel : words.label}
          hint={hasOnlyDoor ? words.codeHint : words.hint}
          error={missing ? words.empty : null}
          value={text}
          onChange={setText}
          isCode
          autoFocus
          spellCheck="false"
        />
        <Button type="submit" look="main">
          {isLookedUp ? words.lookUp : words.check}
        </Button>
      </Form>
    </Sheet>
  );
}

/** Half a code too: the box office finds its ticket. What holds a secret is left to the station, which stores none. */
function isNoCode(text: string): boolean {
  if (text.trim() === '' || holdsCredentials(text)) return false;
  const { kind } = parseTicketCode(text);
  return kind === 'unrecognised' || kind === 'partial';
}
