import type * as z from 'zod';
import { enqueueMeetingNotices } from '#services/meetings/enqueue-meeting-mails.ts';
import { MeetingEntity } from '#services/meetings/meeting.entity.ts';
import type { notifyOfMeeting as notifyOfMeetingJob } from '#services/meetings/meetings.jobs.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { Handler } from '../runtime/handler.ts';
import { composeMeetingForLearner, composeMeetingForSponsor } from './mails/meeting.ts';

/** Sends the mail about a meeting to one participant. */
export const notifyOfMeeting: Handler<z.output<typeof notifyOfMeetingJob.payload>> = async (
  { meetingId, revision, participant, isLatest },
  context,
) => {
  if (!participant) {
    // Written by an earlier version, for both participants.
    await context.complete((manager) => enqueueMeetingNotices(manager, { id: meetingId, revision }));
    return;
  }
  const meeting = isLatest
    ? await context.deps.db.getRepository(MeetingEntity).findOneBy({ id: meetingId })
    : undefined;
  const current = meeting?.toldRevision ?? revision;
  const mail = { mail: `meeting-for-${participant}`, id: meetingId, revision: current } as const;
  await sendMail(
    participant === 'learner' ? composeMeetingForLearner : composeMeetingForSponsor,
    mail,
    context,
  );
  await context.complete((manager) =>
    manager.update(MeetingEntity, meetingId, { notifiedAt: () => 'now()' }),
  );
};
