import * as z from 'zod/mini';
import { IdSchema, PictureSchema } from '../fields.ts';
import { requestStatuses } from './request-status.ts';

/** Duration units; the first is the default. */
export const durationUnits = ['months', 'weeks'] as const;

/** How a paid course is delivered to the learner, with the label in the form, which preselects the first. */
export const deliveries = {
  'gift-to-email': 'Buy it for my account on the platform',
  'enrolment-code': 'Send me an enrolment code',
  'school-invoice': 'Pay my school’s invoice',
  'platform-login': 'Enrol me with my platform login',
} as const;

/** Names of the {@link deliveries}, in the order of the form. */
export const deliveryNames = Object.keys(deliveries) as DeliveryName[];
export type DeliveryName = keyof typeof deliveries;

/** Fields that every view of a request shares; amounts in major units, without limits, which apply to new input only. */
export const RequestSchema = z.object({
  _id: IdSchema,
  paid: z.boolean(),
  status: z.enum(requestStatuses),
  motivation: z.string(),
  link: z.string(),
  priceUnit: z.string(),
  course: z.object({
    courseTitle: z.string(),
    platform: z.string(),
    price: z.number(),
    priceUnit: z.string(),
    duration: z.number(),
    durationUnit: z.enum(durationUnits),
  }),
  createdAt: z.iso.datetime(),
});

/** The invoice of a school that is paid for the learner; `isThere` once the document is uploaded. */
export const InvoiceSchema = z.object({ reference: z.string(), payee: z.string(), isThere: z.boolean() });

/** A learner's request for the edit form, without the platform password. */
export const EditableRequestSchema = z.extend(RequestSchema, {
  socials: z.string(),
  delivery: z.enum(deliveryNames),
  account: z.object({ email: z.nullable(z.string()) }),
  invoice: z.nullable(InvoiceSchema),
  isPrivate: z.boolean(),
  isPublic: z.boolean(),
  isForVisitors: z.boolean(),
  recipientEmails: z.array(z.string()),
});
export type EditableRequest = z.output<typeof EditableRequestSchema>;

/**
 * A request as a sponsor sees it; the learner's e-mail only once a meeting is arranged. With names and photos off, a
 * placeholder replaces the name, and picture, socials and e-mail are omitted.
 */
export const ListedRequestSchema = z.extend(RequestSchema, {
  socials: z.string(),
  learner: z.object({
    userId: z.object({
      /** Absent with names and photos off. */
      _id: z.optional(IdSchema),
      fullName: z.string(),
      country: z.nullable(z.string()),
      email: z.optional(z.string()),
      profilePicture: z.nullable(PictureSchema),
    }),
  }),
  isInvitation: z.boolean(),
  /** Whether the learner can be met: not while they are under 18 (decisions section 12). */
  canMeet: z.boolean(),
  /** Version of title, platform, link and price; a payment sends the version that the payer read. */
  terms: z.int(),
  reservedUntil: z.nullable(z.iso.datetime()),
  /** Whether the caller holds the reservation. */
  isMine: z.boolean(),
});
export type ListedRequest = z.output<typeof ListedRequestSchema>;
