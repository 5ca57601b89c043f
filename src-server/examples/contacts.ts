import {
  Contact,
  ContactUpsertRequest,
  contactPages,
  type contactRoutes,
} from '../../shared/resources/contacts.ts';
import { type ExamplesOf, found, pageSchemas } from './example.ts';

export const ada = {
  reference: 'con_01m4wr1ez8fkd19e6vwmvmv30c',
  email: 'ada@example.org',
  first_name: 'Ada',
  last_name: 'Lovelace',
  mobile: '+49 171 3920017',
  unsubscribed_at: null,
  is_erased: false,
  erased_at: null,
  created_at: '2026-10-14T08:21:40.318204Z',
  updated_at: '2026-10-14T08:21:40.318204Z',
} satisfies Contact;

export const grace = {
  reference: 'con_01m6ej45w7feehzjvhm2nz4abb',
  email: 'grace@example.org',
  first_name: 'Grace',
  last_name: 'Hopper',
  mobile: null,
  unsubscribed_at: '2026-11-12T06:58:13.402775Z',
  is_erased: false,
  erased_at: null,
  created_at: '2026-11-02T16:40:19.655021Z',
  updated_at: '2026-11-12T06:58:13.402775Z',
} satisfies Contact;

/** What is left of a person after a data-protection request. */
export const erasedContact = {
  reference: 'con_01m3mkp92n565qh3svmyjtmyax',
  email: null,
  first_name: null,
  last_name: null,
  mobile: null,
  unsubscribed_at: null,
  is_erased: true,
  erased_at: '2026-10-20T11:34:50.176229Z',
  created_at: '2026-09-28T18:16:02.540887Z',
  updated_at: '2026-10-20T11:34:50.176229Z',
} satisfies Contact;

export const contactUpsert = {
  email: ada.email,
  first_name: ada.first_name,
  last_name: ada.last_name,
  mobile: ada.mobile,
} satisfies ContactUpsertRequest;

export const contactExamples = {
  calls: {
    listContacts: { rows: { numbered: [grace, ada], incremental: [ada, erasedContact] } },
    readContact: found(ada, { reference: ada.reference }),
    upsertContact: {
      request: contactUpsert,
      answers: {
        200: { updated: { data: { ...ada, updated_at: '2026-12-01T10:11:36.095540Z' } } },
        201: { created: { data: ada } },
      },
    },
  },
  schemas: {
    Contact: [Contact, ada],
    ContactUpsertRequest: [ContactUpsertRequest, contactUpsert],
    ...pageSchemas('Contact', contactPages, ada),
  },
} satisfies ExamplesOf<typeof contactRoutes>;
