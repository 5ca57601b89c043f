/** What the form of an order holds: texts as they are typed. */
export interface OrderForm {
  /** How many, by the reference of a ticket type or add-on. */
  readonly quantities: Readonly<Record<string, string>>;
  /** Empty for tickets of no session. */
  readonly session: string;
  /** Seats in the order of the tickets, separated by commas. */
  readonly seats: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** By the key of the question; a list where several may be chosen. */
  readonly answers: Readonly<Record<string, string | readonly string[]>>;
  readonly status: string;
}

/** The input of `order.create`. What is no number goes to the server as it is, which says what is wrong with it. */
export function readOrder(event: string, form: OrderForm): object {
  const seats = partsOf(form.seats);
  let first = 0;
  const lines = Object.entries(form.quantities)
    .filter(([, text]) => text.trim() !== '' && Number(text) !== 0)
    .map(([sellable, text]) => {
      const quantity = Number(text);
      if (!sellable.startsWith('tt_')) return { sellable, quantity };
      const own = seats.slice(first, first + quantity);
      first += quantity;
      return {
        sellable,
        quantity,
        ...(form.session !== '' && { session: form.session }),
        ...(own.length > 0 && { seat_labels: own }),
      };
    });
  const answers = Object.entries(form.answers)
    .map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value] as const)
    .filter(([, value]) => value.length > 0);
  const email = form.email.trim();
  return {
    event,
    lines,
    status: form.status,
    answers: Object.fromEntries(answers),
    ...(email !== '' && {
      contact: {
        email,
        ...named('first_name', form.firstName),
        ...named('last_name', form.lastName),
      },
    }),
  };
}

function named(name: string, text: string): object {
  return text.trim() === '' ? {} : { [name]: text.trim() };
}

function partsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
