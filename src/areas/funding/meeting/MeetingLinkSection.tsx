import { answerMeetingLink, type MeetingRoom, proposeMeetingLink } from '#contracts/meetings/meetings.ts';
import { call } from '../../../browser/api.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { Problem } from '../../../ui/Notice.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { FocusOnLeave } from '../../../ui/use-focus-on-leave.tsx';
import { roomCopy } from './room.copy.ts';

const loadSchema = async () => (await import('#contracts/meetings/meeting-fields.ts')).MeetingLinkSchema;

const copy = roomCopy.link;

interface SectionProps {
  id: string;
  room: MeetingRoom;
  onChange: (room: MeetingRoom) => void;
}

const headingId = 'meeting-link-title';

/** The link of a call that the two agree on instead of our room: proposed by one, used once the other has accepted it. */
export function MeetingLinkSection(props: SectionProps) {
  const { agreedService, proposal } = props.room;
  return (
    <section className="card stack stack-tight">
      <h2 id={headingId}>{copy.heading}</h2>
      {agreedService && <p>{copy.agreed(agreedService)}</p>}
      <FocusOnLeave key={proposal?.url ?? 'none'} headingId={headingId} className="stack stack-tight">
        {proposal ? <Proposal {...props} proposal={proposal} /> : <LinkForm {...props} />}
      </FocusOnLeave>
    </section>
  );
}

function Proposal(props: SectionProps & { proposal: NonNullable<MeetingRoom['proposal']> }) {
  const { id, room, proposal, onChange } = props;
  const { run, running } = useAction(copy.failed);
  const answer = (isAccepted: boolean) =>
    run(async () => {
      const sent = { params: { id }, body: { url: proposal.url, isAccepted } };
      const { message, data } = await call(answerMeetingLink, sent);
      toastSuccess(message);
      onChange(data);
    }, String(isAccepted));
  return (
    <>
      <p role="status">
        {proposal.isMine ? copy.yours(proposal.service) : copy.theirs(room.withName, proposal.service)}
      </p>
      <p className="small" translate="no">
        {proposal.url}
      </p>
      <p className="row">
        {!proposal.isMine && (
          <Button
            isSmall
            text={copy.accept}
            busy={running === 'true' && copy.sending}
            onPress={() => answer(true)}
          />
        )}
        <Button
          kind="quiet"
          isSmall
          text={proposal.isMine ? copy.takeBack : copy.refuse}
          busy={running === 'false' && copy.sending}
          onPress={() => answer(false)}
        />
      </p>
    </>
  );
}

function LinkForm({ id, onChange }: SectionProps) {
  const form = useContractForm({
    id: 'meeting-link',
    loadSchema,
    initial: { url: '' },
    isShort: true,
  });
  const send = form.submit({
    failed: copy.failed,
    toasts: 'none',
    send: async (body) => {
      const { message, data } = await call(proposeMeetingLink, { params: { id }, body });
      toastSuccess(message);
      onChange(data);
    },
  });
  return (
    <form className="stack stack-tight" noValidate onSubmit={send}>
      <TextField
        {...form.field('url')}
        label={copy.label}
        hint={copy.hint}
        inputMode="url"
        autoComplete="off"
      />
      <Problem text={form.problem} />
      <div>
        <Button
          type="submit"
          kind="quiet"
          isSmall
          text={copy.propose}
          busy={form.isSubmitting && copy.sending}
        />
      </div>
    </form>
  );
}
