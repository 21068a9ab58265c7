import { EntitySchema } from 'typeorm';
import { type ReportReason, reportReasons } from '#contracts/safety/report-reasons.ts';
import { createdAt, id, oneOf, optionalText, reference, text } from '#services/platform/database/columns.ts';

/** What one person reported. Reports on one subject share a case; no page shows who made them. */
export interface Report {
  id: string;
  caseId: string;
  /** Null for a visitor. */
  reporterId: string | null;
  /** Where the outcome is mailed to; null when the reporter left no address. */
  email: string | null;
  reason: ReportReason;
  details: string | null;
  createdAt: Date;
}

export const ReportEntity = new EntitySchema<Report>({
  name: 'Report',
  tableName: 'reports',
  columns: {
    id,
    caseId: reference('Case'),
    reporterId: reference('User', { nullable: true, onDelete: 'SET NULL' }),
    email: optionalText,
    reason: text,
    details: optionalText,
    createdAt,
  },
  indices: [
    { name: 'reports_case', columns: ['caseId'] },
    { name: 'reports_reporter', columns: ['reporterId', 'createdAt'] },
    { name: 'reports_email', columns: ['email'] },
  ],
  checks: [{ name: 'reports_reason_known', expression: oneOf('reason', Object.keys(reportReasons)) }],
});
