import { EntitySchema } from 'typeorm';
import { createdAt, id, oneOf, reference, text } from '#services/platform/database/columns.ts';

/** Kinds of consent: to the terms at sign-up, and of a guardian to an account of a learner under 18. */
export const consentKinds = ['terms', 'guardian'] as const;

/** A consent that was given, with the version of the text. */
export interface Consent {
  id: string;
  userId: string;
  kind: (typeof consentKinds)[number];
  /** A version of `consentVersions`. */
  version: string;
  createdAt: Date;
}

export const ConsentEntity = new EntitySchema<Consent>({
  name: 'Consent',
  tableName: 'consents',
  columns: {
    id,
    userId: reference('User', { onDelete: 'CASCADE' }),
    kind: text,
    version: text,
    createdAt,
  },
  indices: [{ name: 'consents_user', columns: ['userId', 'createdAt'] }],
  checks: [{ name: 'consents_kind_known', expression: oneOf('kind', consentKinds) }],
});
