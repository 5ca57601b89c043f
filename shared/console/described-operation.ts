/** A field of an operation or view as the page makes a form of it. Its label is the page's own, by its name. */
export interface DescribedField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  /** Of `choice` and `switch`, whose first is yes, and of a `list` of known names. */
  readonly choices?: readonly string[];
  /** Of `whole`. */
  readonly between?: readonly [number, number];
  /** Null is a value of its own. */
  readonly mayBeNone?: true;
  /** What is taken where it is missing. */
  readonly otherwise?: string;
  readonly isPersonal?: true;
  /** Given once, on creation. */
  readonly isFixed?: true;
}

export type FieldKind =
  | 'text'
  | 'event'
  | 'events'
  | 'email'
  | 'whole'
  | 'money'
  | 'time'
  | 'choice'
  | 'switch'
  | 'list'
  | 'names'
  | 'json';

/** An operation or view, for one member. */
export interface DescribedOperation {
  readonly name: string;
  readonly kind: 'operation' | 'view';
  /** Whether the role may do it. */
  readonly allowed: boolean;
  /** Whether the second factor is asked for again. */
  readonly fresh: boolean;
  /** Whether the organiser's plan has to have API access, and whether it lacks it. */
  readonly plan: 'not_needed' | 'sufficient' | 'insufficient';
  readonly fields: readonly DescribedField[];
}
