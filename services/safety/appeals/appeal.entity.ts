import { EntitySchema } from 'typeorm';
import {
  createdAt,
  id,
  moment,
  oneOf,
  optionalText,
  reference,
  text,
} from '#services/platform/database/columns.ts';

/** An appeal against the rejection of a request or against a suspension; each can be appealed once. */
export interface Appeal {
  id: string;
  requestDecisionId: string | null;
  suspensionId: string | null;
  text: string;
  outcome: 'granted' | 'denied' | null;
  /** Mailed to the person who appealed. */
  answer: string | null;
  answeredById: string | null;
  answeredAt: Date | null;
  createdAt: Date;
}

export const AppealEntity = new EntitySchema<Appeal>({
  name: 'Appeal',
  tableName: 'appeals',
  columns: {
    id,
    requestDecisionId: reference('RequestDecision', { nullable: true, onDelete: 'CASCADE' }),
    suspensionId: reference('Suspension', { nullable: true, onDelete: 'CASCADE' }),
    text,
    outcome: optionalText,
    answer: optionalText,
    answeredById: reference('User', { nullable: true }),
    answeredAt: moment,
    createdAt,
  },
  indices: [
    { name: 'appeals_request_decision', columns: ['requestDecisionId'], unique: true },
    { name: 'appeals_suspension', columns: ['suspensionId'], unique: true },
    { name: 'appeals_answered_by', columns: ['answeredById'], where: 'answered_by_id IS NOT NULL' },
  ],
  checks: [
    { name: 'appeals_one_subject', expression: 'num_nonnulls(request_decision_id, suspension_id) = 1' },
    { name: 'appeals_outcome_known', expression: oneOf('outcome', ['granted', 'denied']) },
    {
      name: 'appeals_answered',
      expression: '(outcome IS NULL) = (answer IS NULL) AND (outcome IS NULL) = (answered_at IS NULL)',
    },
  ],
});
