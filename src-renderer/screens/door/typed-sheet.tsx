import { useState } from 'react';
import type { FormEvent, ReactElement } from 'react';
import { FieldError, Form, Input, Label, Text, TextField } from 'react-aria-components';
import { Button } from '../../components/button.tsx';
import { useDoor, useWords } from '../../components/door-context.tsx';
import fields from '../../components/field.module.css';
import { Sheet } from '../../components/sheet.tsx';

/** For tickets that no scanner can read. Stays open, since the next one may be like it. */
export function TypedSheet(): ReactElement {
  const door = useDoor();
  const words = useWords();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const check = (event: FormEvent) => {
    event.preventDefault();
    setMissing(code.trim() === '');
    if (code.trim() === '') return;
    door.scan(code, 'typed');
    setCode('');
  };
  return (
    <Sheet title={words.typed.title}>
      <Form onSubmit={check} className={fields['form'] ?? ''}>
        <TextField
          className={fields['field'] ?? ''}
          value={code}
          onChange={setCode}
          isInvalid={missing}
          autoFocus
          autoComplete="off"
          spellCheck="false"
        >
          <Label className={fields['label'] ?? ''}>{words.typed.label}</Label>
          <Input className={`${fields['input']} ${fields['code']}`} />
          <Text slot="description" className={fields['hint'] ?? ''}>
            {words.typed.hint}
          </Text>
          <FieldError className={fields['error'] ?? ''}>{words.typed.empty}</FieldError>
        </TextField>
        <Button type="submit" look="main">
          {words.typed.check}
        </Button>
      </Form>
    </Sheet>
  );
}
