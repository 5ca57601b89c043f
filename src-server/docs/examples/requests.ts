import type {
  CheckInRequest,
  ContactUpsertRequest,
  WebhookCreateRequest,
} from '../../../shared/contract/requests.ts';
import type { ScanUploadRequest } from '../../../shared/contract/scanner.ts';
import { subscription } from './clients.ts';
import { ada, adaTicket } from './orders.ts';
import { northGate } from './programme.ts';
import { foreignScan, offlineScan } from './scans.ts';

export const contactUpsert = {
  email: ada.email,
  first_name: ada.first_name,
  last_name: ada.last_name,
  mobile: ada.mobile,
} satisfies ContactUpsertRequest;

export const checkIn = {
  ticket: adaTicket.reference,
  scanner_location: northGate.reference,
} satisfies CheckInRequest;

export const webhookCreate = {
  url: subscription.url,
  events: subscription.events,
} satisfies WebhookCreateRequest;

export const scanUpload = { items: [offlineScan, foreignScan] } satisfies ScanUploadRequest;
