import { useId, useState } from 'react';
import { allowsMeetingAction } from '#contracts/meetings/meeting-status.ts';
import type { LearnerMeeting } from '#contracts/meetings/meeting-views.ts';
import type { MeetingReply } from '#contracts/meetings/meetings.ts';
import { ApiError, messageOf } from '../../../browser/api.ts';
import { serverNow } from '../../../browser/server-clock.ts';
import { Button } from '../../../ui/Button.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { Problem } from '../../../ui/Notice.tsx';
import { learnerMeetingCopy as copy } from '../meetings.copy.ts';
import { loadTypedMeeting, TimeFields } from './MeetingFields.tsx';

interface ReplyFormProps {
  meeting: LearnerMeeting;
  /** Name that the buttons are about. */
  about?: string | undefined;
  /** Sends a reply; throws when the server rejects it. */
  onReply: (reply: MeetingReply) => Promise<void>;
}

type Step = 'choose' | 'propose' | 'decline';

/** A learner's reply to a meeting: accept, propose another time, or decline after a confirmation. */
export function ReplyForm({ meeting, about, onReply }: ReplyFormProps) {
  const id = useId();
  const [step, setStep] = useState<Step>('choose');
  const [busy, setBusy] = useState<MeetingReply['answer']>();
  const [problem, setProblem] = useState<string>();
  const form = useContractForm({
    id,
    names: ['date', 'time'],
    loadSchema: loadTypedMeeting,
    initial: { date: '', time: '', note: '' },
    isShort: true,
  });

  const goTo = (next: Step) => {
    setProblem(undefined);
    setStep(next);
  };

  const send = async (reply: MeetingReply) => {
    if (busy) return;
    setProblem(undefined);
    setBusy(reply.answer);
    try {
      await onReply(reply);
      setStep('choose');
    } catch (error) {
      const fields = error instanceof ApiError ? Object.values(error.errors) : [];
      setProblem(fields[0] ?? messageOf(error, copy.failed));
    } finally {
      setBusy(undefined);
    }
  };

  const propose = form.submit({
    failed: copy.failed,
    toasts: 'none',
    send: async ({ startsAt: chosen }) => {
      if (chosen) await send({ answer: 'propose', startsAt: chosen });
    },
  });

  const { status, startsAt } = meeting;
  const sponsor = { name: meeting.sponsorName ?? copy.sponsor, timeZone: meeting.sponsorTimeZone };
  const acceptable =
    startsAt && allowsMeetingAction(status, 'accept') && Date.parse(startsAt) > serverNow() ? startsAt : null;
  const back = <Button kind="quiet" isSmall text={copy.keep} onPress={() => goTo('choose')} />;
  return (
    <div className="stack stack-tight">
      {step === 'choose' && (
        <div className="row">
          {acceptable && (
            <Button
              isSmall
              text={status === 'counter_proposed' ? copy.acceptTheirs : copy.accept}
              about={about}
              busy={busy === 'accept' && copy.busy}
              onPress={() => send({ answer: 'accept', startsAt: acceptable })}
            />
          )}
          <Button
            kind="quiet"
            isSmall
            text={status === 'awaiting_time' ? copy.proposeFirst : copy.propose}
            about={about}
            onPress={() => goTo('propose')}
          />
          <Button kind="plain" isSmall text={copy.decline} about={about} onPress={() => goTo('decline')} />
        </div>
      )}
      {step === 'propose' && (
        <form className="stack stack-tight" noValidate onSubmit={propose}>
          <TimeFields form={form} other={sponsor} />
          <div className="row">
            <Button type="submit" isSmall text={copy.sendProposal} busy={busy === 'propose' && copy.busy} />
            {back}
          </div>
        </form>
      )}
      {step === 'decline' && (
        <>
          <p>{copy.declineQuestion}</p>
          <div className="row">
            <Button
              isSmall
              text={copy.declineIt}
              busy={busy === 'decline' && copy.busy}
              onPress={() => send({ answer: 'decline' })}
            />
            {back}
          </div>
        </>
      )}
      <Problem text={step === 'propose' ? (form.problems[0]?.message ?? problem) : problem} />
    </div>
  );
}
