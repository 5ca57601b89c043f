import {
  CalendarDays,
  Contact,
  FileUp,
  GitCompareArrows,
  House,
  ListOrdered,
  PlugZap,
  ReceiptText,
  ScanLine,
  Settings,
  SmartphoneNfc,
  Ticket,
  Webhook,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Words } from '../i18n/en/words.ts';

export interface Place {
  readonly id: keyof Words['shell']['places'];
  readonly address: string;
  readonly icon: LucideIcon;
  /** The view that it shows, or what is done there: only who may is led there. */
  readonly view: string | null;
}

/** The places of the console, in the order of the rail. */
export const places: readonly Place[] = [
  { id: 'home', address: '/home', icon: House, view: null },
  { id: 'events', address: '/events', icon: CalendarDays, view: 'event.list' },
  { id: 'orders', address: '/orders', icon: ReceiptText, view: 'order.list' },
  { id: 'tickets', address: '/tickets', icon: Ticket, view: 'ticket.list' },
  { id: 'contacts', address: '/contacts', icon: Contact, view: 'contact.list' },
  { id: 'waitingLists', address: '/waiting-lists', icon: ListOrdered, view: 'waitlist.list' },
  { id: 'import', address: '/import', icon: FileUp, view: 'order.import' },
  { id: 'scans', address: '/scans', icon: ScanLine, view: 'scan.list' },
  { id: 'conflicts', address: '/conflicts', icon: GitCompareArrows, view: 'conflict.list' },
  { id: 'stations', address: '/stations', icon: SmartphoneNfc, view: 'station.list' },
  { id: 'integrations', address: '/integrations', icon: PlugZap, view: 'client.list' },
  { id: 'webhooks', address: '/webhooks', icon: Webhook, view: 'webhook.list' },
  { id: 'settings', address: '/settings', icon: Settings, view: null },
];
