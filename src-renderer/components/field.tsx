import type { ReactElement } from 'react';
import { FieldError, Input, Label, Text, TextField } from 'react-aria-components';
import type { TextFieldProps } from 'react-aria-components';
import styles from './field.module.css';

interface Props extends Omit<TextFieldProps, 'children' | 'className' | 'isInvalid'> {
  readonly label: string;
  readonly hint?: string | null;
  /** Empty: the field is marked, and the sentence is shown elsewhere. */
  readonly error?: string | null;
  /** It holds a code, whose characters people compare one by one. */
  readonly isCode?: boolean;
}

/** A text field with its label, a hint, and what is wrong with its text. */
export function Field({
  label,
  hint = null,
  error = null,
  isCode = false,
  ...input
}: Props): ReactElement {
  return (
    <TextField
      autoComplete="off"
      {...input}
      className={styles['field'] ?? ''}
      isInvalid={error !== null}
    >
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <Input
        className={isCode ? `${styles['input']} ${styles['code']}` : (styles['input'] ?? '')}
        {...(isCode && { dir: 'ltr' })}
      />
      {hint !== null && (
        <Text slot="description" className={styles['hint'] ?? ''}>
          {hint}
        </Text>
      )}
      {error && <FieldError className={styles['error'] ?? ''}>{error}</FieldError>}
    </TextField>
  );
}
