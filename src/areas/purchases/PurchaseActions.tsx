import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { requestStateOf } from '#contracts/dashboard/request-state.ts';
import { reportNotReceived } from '#contracts/purchases/not-received.ts';
import { redeemCourse } from '#contracts/purchases/purchases.ts';
import { sentCourse } from '#contracts/purchases/sent-course.ts';
import { call } from '../../browser/api.ts';
import { toastSuccess } from '../../browser/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmModal } from '../../ui/dialogs/Modal.tsx';
import { FactList, Moment } from '../../ui/Facts.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { Problem } from '../../ui/Notice.tsx';
import { OutgoingLink } from '../../ui/OutgoingLink.tsx';
import { useAction } from '../../ui/use-action.ts';
import { purchasesCopy as copy } from './purchases.copy.ts';

const CodeModal = lazyDialog(async () => (await import('./CodeModal.tsx')).CodeModal);

/**
 * A learner's actions on a course that is handed over: see the code once, and confirm the enrolment. `onChanged` is called
 * after the server has changed it.
 */
export function PurchaseActions(props: { request: OwnRequest; onChanged: () => void }) {
  const { request, onChanged } = props;
  const { purchase } = request;
  const { courseTitle } = request.course;
  const [openDialog, setOpenDialog] = useState<'nothing' | 'code' | 'redeemed'>('nothing');
  const close = () => setOpenDialog('nothing');
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useAction(copy.notReceived.failed, setProblem);
  const root = useRef<HTMLDivElement>(null);
  const hasActed = useRef(false);
  const act = (dialog: 'code' | 'redeemed') => {
    hasActed.current = true;
    setOpenDialog(dialog);
  };

  // A button is removed with what it did, so the keyboard focus moves to the heading of the card.
  useEffect(() => {
    const heading = root.current?.closest('li')?.querySelector('h3');
    const keepFocus = () => {
      if (!hasActed.current || !heading || document.activeElement !== document.body) return;
      heading.tabIndex = -1;
      heading.focus();
    };
    if (openDialog === 'nothing') keepFocus();
    return keepFocus;
  });

  const redeem = async () => {
    await call(redeemCourse, { params: { id: request._id } });
    toastSuccess(copy.redeemed.done);
    close();
    onChanged();
  };

  const report = async () => {
    hasActed.current = true;
    setProblem(undefined);
    toastSuccess((await call(reportNotReceived, { params: { id: request._id } })).message);
    onChanged();
  };

  // The dialog with the code stays open when the dashboard reloads after it was shown.
  if (!purchase || requestStateOf(request) !== 'handed-over') return null;
  return (
    <div className="stack" ref={root}>
      {purchase.redeemBy && <p className="small">{copy.redeemBy(purchase.redeemBy)}</p>}
      <FactList facts={sentFacts(request)} className="stack stack-tight" />
      {purchase.notReceivedAt && (
        <p className="small">
          {copy.notReceived.done(purchase.notReceivedAt)}
          <a href={`mailto:${copy.support}`}>{copy.support}</a>
        </p>
      )}
      {purchase.codeSeenAt && !purchase.notReceivedAt && (
        <p className="small soft">
          {copy.seen(purchase.codeSeenAt)}
          <a href={`mailto:${copy.support}`}>{copy.support}</a>
          {copy.seenNext}
        </p>
      )}
      <Problem text={problem} />
      <div className="row">
        {purchase.hasCode && (
          <Button isSmall text={copy.code.open} about={courseTitle} onPress={() => act('code')} />
        )}
        <Button
          kind="quiet"
          isSmall
          text={copy.redeemed.open}
          about={courseTitle}
          onPress={() => act('redeemed')}
        />
        {!purchase.notReceivedAt && (
          <Button
            kind="quiet"
            isSmall
            text={copy.notReceived.open}
            about={courseTitle}
            busy={isRunning && copy.notReceived.busy}
            onPress={() => run(report)}
          />
        )}
      </div>
      {openDialog === 'code' && <CodeModal requestId={request._id} onClose={close} onSeen={onChanged} />}
      {openDialog === 'redeemed' && (
        <ConfirmModal title={copy.redeemed.title} copy={copy.redeemed} onConfirm={redeem} onClose={close}>
          <p>{copy.redeemed.text(courseTitle)}</p>
          <p className="soft">{copy.redeemed.told}</p>
        </ConfirmModal>
      )}
    </div>
  );
}

/** Returns what was sent, where to and when, and the page of the course; never a code. */
function sentFacts({ delivery, course, account, invoice, link, purchase }: OwnRequest) {
  const { platform } = course;
  const sent = sentCourse({
    delivery,
    platform,
    accountEmail: account.email,
    payee: invoice?.payee ?? null,
  });
  const facts: [string, ReactNode][] = [
    [copy.sent.kind, sent.kind],
    [
      copy.sent.to,
      <span key="to" translate="no">
        {sent.to}
      </span>,
    ],
  ];
  if (purchase?.handedOverAt)
    facts.push([copy.sent.when, <Moment key="when" time={purchase.handedOverAt} />]);
  facts.push([
    copy.sent.course,
    <OutgoingLink key="course" to={link} fallback={course.courseTitle}>
      {copy.sent.open}
    </OutgoingLink>,
  ]);
  return facts;
}
