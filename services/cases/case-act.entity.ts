import { EntitySchema } from 'typeorm';
import { createdAt, id, reference, text } from '#services/platform/database/columns.ts';

/** One act in the history of a case. Acts are only inserted; a trigger rejects changes. */
export interface CaseAct {
  id: string;
  caseId: string;
  /** Null for an act of the system. */
  actorId: string | null;
  /** What was done, in the past tense, such as `claimed`. */
  act: string;
  /** Why, or what changed; may be empty. */
  detail: string;
  createdAt: Date;
}

export const CaseActEntity = new EntitySchema<CaseAct>({
  name: 'CaseAct',
  tableName: 'case_acts',
  columns: {
    id,
    caseId: reference('Case'),
    actorId: reference('User', { nullable: true }),
    act: text,
    detail: text,
    createdAt: { ...createdAt, default: () => 'clock_timestamp()' },
  },
  indices: [
    { name: 'case_acts_case', columns: ['caseId', 'createdAt'] },
    { name: 'case_acts_actor', columns: ['actorId'], where: 'actor_id IS NOT NULL' },
  ],
});
