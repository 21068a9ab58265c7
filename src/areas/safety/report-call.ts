import type { ReportReason, ReportSubject } from '#contracts/safety/report-reasons.ts';
import { submitReport } from '#contracts/safety/reports.ts';
import { call } from '../../browser/api.ts';
import { type FormResult, formResult } from '../../browser/form-result.ts';
import { reportCopy as copy } from './report.copy.ts';

/** Sends the report form. */
export function sendReport(values: Record<string, string>): Promise<FormResult> {
  const { about, reason, id = '', details = '', email = '' } = values;
  const body = { about: about as ReportSubject, reason: reason as ReportReason, id, details, email };
  return formResult(call(submitReport, { body }), copy.failed);
}
