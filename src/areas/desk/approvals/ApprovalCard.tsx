import { type ApprovalView, approveApproval, declineApproval } from '#contracts/desk/desk-approvals.ts';
import { formatMinor } from '#contracts/money.ts';
import { casePath } from '#src/browser/desk-paths.ts';
import { Badge } from '#src/ui/Facts.tsx';
import { callDesk } from '../call-desk.ts';
import { ActionForm, ReasonForm } from '../case/ActionForm.tsx';
import { RelativeTime } from '../PageParts.tsx';
import { approvalsCopy as copy } from './approvals.copy.ts';

/** An act that waits for approval, with the forms that approve and decline it. */
export function ApprovalCard({ approval, hasLink = false }: { approval: ApprovalView; hasLink?: boolean }) {
  const { id, kind, about, amountMinor, currency, mayApprove, mayDecline, label, needsReason } = approval;
  const params = { id };
  const reason = {
    name: 'reason',
    label: copy.reason,
    hint: needsReason ? copy.reasonHint : copy.optionalReasonHint,
    type: 'text',
    isRequired: needsReason,
  } as const;
  return (
    <div className="stack stack-tight">
      <p className="row">
        <Badge kind="wait">{copy.kinds[kind]}</Badge>
        {amountMinor !== null && currency !== null && (
          <strong translate="no">{formatMinor(amountMinor, currency)}</strong>
        )}
        {about && <span translate="no">{about}</span>}
      </p>
      <p className="small soft">
        <span>{copy.asked(approval.askedBy)}</span> <RelativeTime time={approval.askedAt} />
        {approval.dueAt && (
          <span>
            {' '}
            · {copy.dueAt} <RelativeTime time={approval.dueAt} />
          </span>
        )}
      </p>
      <p>{approval.reason || copy.noReason}</p>
      {approval.notice && (
        <div className="small">
          {approval.notice.split('\n').map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
      {!mayApprove && <p className="small soft">{copy.notYours}</p>}
      {hasLink && (
        <p>
          <a href={casePath(approval.caseId)}>{copy.openCase}</a>
        </p>
      )}
      {mayApprove && (
        <ActionForm
          action={{
            label,
            hint: copy.approveHint,
            isFinal: kind === 'refund' || kind === 'accept_dispute',
            fields: [reason],
          }}
          onSubmit={(values) => callDesk(approveApproval, { params, body: { reason: values.reason } })}
        />
      )}
      {mayDecline && (
        <ReasonForm
          label={copy.decline}
          hint={copy.declineHint}
          onSubmit={(why) => callDesk(declineApproval, { params, body: { reason: why } })}
        />
      )}
    </div>
  );
}
