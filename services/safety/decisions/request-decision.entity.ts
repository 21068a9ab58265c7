import { EntitySchema } from 'typeorm';
import { id, oneOf, reference, text } from '#services/platform/database/columns.ts';

/** A decision of an operator about whether a request may be shown; the latest one counts. */
export interface RequestDecision {
  id: string;
  requestId: string;
  decision: 'approved' | 'rejected';
  /** Mailed to the learner. */
  reason: string;
  decidedById: string | null;
  createdAt: Date;
}

export const RequestDecisionEntity = new EntitySchema<RequestDecision>({
  name: 'RequestDecision',
  tableName: 'request_decisions',
  columns: {
    id,
    requestId: reference('HelpRequest', { onDelete: 'CASCADE' }),
    decision: text,
    reason: text,
    decidedById: reference('User', { nullable: true }),
    createdAt: { type: 'timestamptz', default: () => 'clock_timestamp()' },
  },
  indices: [
    { name: 'request_decisions_request', columns: ['requestId', 'createdAt'] },
    { name: 'request_decisions_decided_by', columns: ['decidedById'], where: 'decided_by_id IS NOT NULL' },
  ],
  checks: [{ name: 'request_decisions_known', expression: oneOf('decision', ['approved', 'rejected']) }],
});
