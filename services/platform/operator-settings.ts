import { replyTemplates } from './reply-templates.ts';
import { approvalLimits, dashboardAddress, flag } from './setting-types.ts';

/** Settings of the operators' desk; every one is optional or has a default. */
export const operatorSchema = {
  OPERATORS_FOUR_EYES: flag.optional(),
  OPERATORS_APPROVAL_LIMITS: approvalLimits,
  OPERATORS_REPLY_TEMPLATES: replyTemplates,
  PAYMENT_DASHBOARD_URL: dashboardAddress.optional(),
};
