import * as column from '#services/platform/database/columns.ts';
import { defineEntity } from '#services/platform/database/define-entity.ts';

/** A mail that an operator wrote to a person of a case. */
export const CaseReplyEntity = defineEntity({
  name: 'CaseReply',
  tableName: 'case_replies',
  columns: {
    id: column.id,
    caseId: column.internal(column.reference('Case')),
    operatorId: column.ofOthers(column.reference('User')),
    recipientId: column.reference('User', { onDelete: 'CASCADE' }),
    subject: column.text,
    text: column.text,
    createdAt: column.createdAt,
  },
  indices: [
    { name: 'case_replies_case', columns: ['caseId'] },
    { name: 'case_replies_operator', columns: ['operatorId'] },
    { name: 'case_replies_recipient', columns: ['recipientId'] },
  ],
});

/** An operator whom a note of a case names. */
export const CaseMentionEntity = defineEntity({
  name: 'CaseMention',
  tableName: 'case_mentions',
  columns: {
    id: column.id,
    /** The note. */
    actId: column.reference('CaseAct'),
    operatorId: column.reference('User'),
    /** When the operator dismissed it. */
    seenAt: column.moment,
    createdAt: column.createdAt,
  },
  indices: [
    { name: 'case_mentions_once', columns: ['actId', 'operatorId'], unique: true },
    { name: 'case_mentions_operator', columns: ['operatorId', 'createdAt'] },
  ],
});

/** An operator who has the page of a case open; its page reports that every few seconds. */
export const CaseViewerEntity = defineEntity({
  name: 'CaseViewer',
  tableName: 'case_viewers',
  columns: {
    caseId: column.reference('Case', { primary: true }),
    operatorId: column.reference('User', { primary: true }),
    seenAt: column.createdAt,
  },
  indices: [{ name: 'case_viewers_operator', columns: ['operatorId'] }],
});
