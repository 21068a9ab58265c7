import type { MeetingResponse } from '#contracts/funding/sponsorships.ts';
import { hasTakenPlace } from '#contracts/meetings/meeting-status.ts';
import { sponsorStatusPath } from '../../../browser/paths.ts';
import { serverNow } from '../../../browser/server-clock.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { payCopy as copy } from '../status/status.copy.ts';

interface AnonymityChoiceProps {
  requestId: string;
  name: string;
  /** The meeting that was not cancelled, also one that is over. */
  meeting: MeetingResponse | null;
  choseAnonymous: boolean;
  isAnonymous: boolean;
  /** The payment was started, so the choice cannot be changed. */
  isFixed: boolean;
  onChoose: (isAnonymous: boolean) => void;
}

/** Checkbox whether the learner reads who paid; a text instead once a meeting has disclosed the name. */
export function AnonymityChoice(props: AnonymityChoiceProps) {
  const { name, requestId, meeting, isAnonymous, isFixed } = props;
  if (!meeting) {
    return (
      <Checkbox
        checked={isAnonymous}
        disabled={isFixed}
        onChange={(event) => props.onChoose(event.target.checked)}
      >
        {copy.anonymous}
      </Checkbox>
    );
  }
  const isOver = meeting.status === 'accepted' && hasTakenPlace(meeting, serverNow());
  if (!props.choseAnonymous) return <p>{isOver ? copy.named(name) : copy.namedInvited(name)}</p>;
  return (
    <Notice kind="warn" text={isOver ? copy.choseAnonymousLate(name) : copy.choseAnonymous(name)}>
      {!isOver && <a href={sponsorStatusPath({ state: 'meet', requestId })}>{copy.toMeeting}</a>}
    </Notice>
  );
}
