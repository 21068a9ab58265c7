import type { getDisputeEvidence as contract } from '#contracts/desk/desk-disputes.ts';
import type { Handler } from '#services/deps.ts';
import { DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { collectEvidence } from '#services/disputes/evidence/collect-evidence.ts';
import { renderEvidence } from '#services/disputes/evidence/render-evidence.ts';
import { notFound } from '#services/platform/errors.ts';
import { Reply } from '#services/platform/http/route.ts';

/** Serves the evidence of the latest dispute of a payment, as it would be sent now, to operators. */
export const getDisputeEvidence: Handler<typeof contract> = async ({ params }, deps) => {
  const dispute = await deps.db
    .getRepository(DisputeEntity)
    .findOne({ where: { paymentId: params.id }, order: { openedAt: 'DESC' } });
  if (!dispute) throw notFound('This payment has no dispute.');
  const data = await renderEvidence(await collectEvidence(deps, dispute.id), deps.config.brand);
  return new Reply(
    200,
    { contentType: 'application/pdf', data },
    { 'Content-Disposition': `inline; filename="evidence-${dispute.providerId.replaceAll(/\W/g, '-')}.pdf"` },
  );
};
