import { expect } from 'vitest';
import { startTestServer } from '../test-server.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { addClient } from './api-client.ts';
import { expectDescribedDelivery } from './description.ts';
import { Description } from './openapi-shapes.ts';
import { eventNames, readDelivery, type Delivered } from './payloads.ts';
import { organiserOf } from './programme.ts';
import { shaped } from './shaped.ts';
import { EventDetails, NewSubscription, OrderDetails, TicketDetails, Wrapped } from './shapes.ts';
import { Placed } from './shapes.ts';

/** An organiser with one event, a client with a subscription to all events, and its endpoint. */
export async function openSubscribedOrganiser() {
  const receiver = await openReceiver();
  const gatehouse = await startTestServer({ webhookAllow: ['127.0.0.0/8'] });
  const { addOrganiser, addEvent, addType, make } = organiserOf(gatehouse);
  const organiser = await addOrganiser();
  const event = await addEvent(organiser, 'gala');
  const client = await addClient(gatehouse, organiser);
  const body = { url: receiver.url, events: eventNames.filter(isOfTheSpecification) };
  const subscribed = await client.post('/integration/webhooks', body);
  const { secret } = shaped(Wrapped(NewSubscription), await subscribed.json()).data;
  const described = await fetch(`${gatehouse.baseUrl}/openapi.json`);
  const document = shaped(Description, await described.json());
  let told = 0;
  return {
    gatehouse,
    client,
    organiser,
    event,
    make,
    addEvent: (slug: string) => addEvent(organiser, slug),
    addType: (flags: string) => addType(event, flags),
    order: (flags: string) => gatehouse.make(Placed, `order create --event ${event} ${flags}`),
    /** The next `count` deliveries, checked against the specification and the server's own description, in whatever order they came. */
    hear: async (count: number): Promise<readonly Delivered[]> => {
      const all = await receiver.received(told + count);
      const requests = all.slice(told, told + count);
      told += count;
      for (const request of requests) expectDescribedDelivery(document, request);
      return requests.map((request) => readDelivery(request, secret));
    },
    readOrder: async (reference = '') =>
      (await client.read(Wrapped(OrderDetails), `/integration/orders/${reference}`)).data,
    readTicket: async (reference = '') =>
      (await client.read(Wrapped(TicketDetails), `/integration/tickets/${reference}`)).data,
    soldOf: async (type: string) => {
      const { data } = await client.read(Wrapped(EventDetails), '/integration/events/gala');
      return data.ticket_types.find(({ reference }) => reference === type)?.sold;
    },
    /** Runs a command that must be refused with one sentence and the exit code 1. */
    refused: async (line: string, sentence: RegExp) => {
      const ran = await gatehouse.run(line, '--json');
      expect({ line, ...ran }).toMatchObject({ line, code: 1, out: '' });
      expect(ran.err).toMatch(sentence);
      expect(ran.err.trim().split('\n')).toHaveLength(1);
    },
    close: async () => {
      await gatehouse[Symbol.asyncDispose]();
      await receiver.close();
    },
  };
}

export type SubscribedOrganiser = Awaited<ReturnType<typeof openSubscribedOrganiser>>;

/** Names of the received events, sorted. */
export const namesOf = (heard: readonly Delivered[]) => heard.map((one) => one.event).toSorted();

export const dataOf = (heard: readonly Delivered[], name: string) =>
  heard.filter((one) => one.event === name).map(({ data }) => data);

/** What the specification does not have is sent to nobody who did not ask for it. */
function isOfTheSpecification(name: string): boolean {
  return !/^(?:contact|event|conflict|subscription)\./.test(name);
}
