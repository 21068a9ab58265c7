import type * as z from 'zod';
import type { notifyOfMeeting as notifyOfMeetingJob } from '#services/funding/funding.jobs.ts';
import { MeetingEntity } from '#services/funding/meetings/meeting.entity.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import type { Handler } from '../runtime/handler.ts';

/** Enqueues the two mails about a meeting, to learner and sponsor. */
export const notifyOfMeeting: Handler<z.output<typeof notifyOfMeetingJob.payload>> = async (
  { meetingId, revision },
  { complete },
) => {
  await complete(async (manager) => {
    await manager.update(MeetingEntity, meetingId, { notifiedAt: () => 'now()' });
    for (const mail of ['meeting-for-learner', 'meeting-for-sponsor'] as const) {
      await enqueue(manager, deliverMail, { mail, id: meetingId, revision });
    }
  });
};
