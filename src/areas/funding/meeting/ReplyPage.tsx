import { type MeetingReply, readMeetingLink, replyByMeetingLink } from '#contracts/meetings/meetings.ts';
import { LinkCard, useMailLink } from '#src/ui/LinkCard.tsx';
import { call } from '../../../browser/api.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { learnerMeetingCopy as copy } from '../meetings.copy.ts';
import { LearnerMeetingView } from './LearnerMeetingView.tsx';

/**
 * The meeting of a mail's link, without sign-in. Loading changes nothing, because mail scanners open links (decision
 * 010); a reply needs a click.
 */
export function ReplyPage() {
  const link = useMailLink(readMeetingLink);
  const reply = (answer: MeetingReply) =>
    link.change(async () => {
      const changed = await call(replyByMeetingLink, { body: { token: link.token, ...answer } });
      toastSuccess(changed.message);
      return changed;
    });

  return (
    <LinkCard link={link} copy={copy}>
      {(meeting) => (
        <>
          <h2 translate="no">{meeting.courseTitle}</h2>
          <LearnerMeetingView meeting={meeting} onReply={reply} />
        </>
      )}
    </LinkCard>
  );
}
