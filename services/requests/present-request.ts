import type * as z from 'zod/mini';
import { toMajor } from '#contracts/money.ts';
import { isPaid } from '#contracts/requests/request-status.ts';
import type { InvoiceSchema, RequestSchema } from '#contracts/requests/request-views.ts';
import type { HelpRequest } from './request.entity.ts';

/** Maps what a request says about the invoice of a school; null for other deliveries. */
export function presentInvoice({
  delivery,
  invoiceReference,
  invoicePayee,
  needsInvoice,
}: HelpRequest): z.output<typeof InvoiceSchema> | null {
  if (delivery !== 'school-invoice') return null;
  return { reference: invoiceReference ?? '', payee: invoicePayee ?? '', isThere: !needsInvoice };
}

/** Maps the fields that every view of a request shares; an expired reservation is returned as `pending`. */
export function presentRequest(request: HelpRequest, now: Date): z.output<typeof RequestSchema> {
  const hasLapsed =
    request.status === 'reserved' && request.reservedUntil !== null && request.reservedUntil <= now;
  return {
    _id: request.id,
    paid: isPaid(request.status),
    status: hasLapsed ? 'pending' : request.status,
    motivation: request.motivation,
    link: request.link,
    priceUnit: request.currency,
    course: {
      courseTitle: request.courseTitle,
      platform: request.platform,
      price: toMajor(request.priceMinor),
      priceUnit: request.currency,
      duration: request.duration,
      durationUnit: request.durationUnit,
    },
    createdAt: request.createdAt.toISOString(),
  };
}
