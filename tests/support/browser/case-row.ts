import type { CaseRow } from '#contracts/desk/desk-inbox.ts';

/** A purchase in the inbox that no operator has claimed. */
export const caseRow: CaseRow = {
  id: 'a',
  kind: 'purchase',
  summary: 'Buy “Machine Learning”',
  status: 'open',
  about: 'Machine Learning',
  owner: null,
  waitingOn: null,
  waitingFor: null,
  excluded: [],
  waitsForApproval: false,
  dueAt: '2026-01-01T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
  occurrences: 1,
  person: { id: 'lee', name: 'Learner Lee' },
  course: 'Machine Learning',
  amount: { minor: 2_000_000, currency: 'NGN' },
  stage: 'queued',
  since: '2026-01-01T00:00:00.000Z',
  mayClaim: true,
};
