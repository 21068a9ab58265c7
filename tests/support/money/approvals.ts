import type { ApprovalRule } from '#services/cases/approval.ts';

/** Every other operator approves amounts in NGN. */
export const anyOther: ApprovalRule = {
  isFourEyes: true,
  limits: { NGN: Number.MAX_SAFE_INTEGER },
  operators: [],
};
