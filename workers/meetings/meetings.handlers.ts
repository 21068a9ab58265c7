import { MeetingEntity } from '#services/meetings/meeting.entity.ts';
import { enqueueMeetingNotices } from '#services/meetings/meeting-mails.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { Handlers } from '../runtime/handler.ts';
import { meetingMails } from './mails/meeting.ts';

export const meetingHandlers = {
  /** Sends the mail about a meeting to one participant. */
  'meetings.notify': async ({ meetingId, revision, participant, isLatest }, context) => {
    if (!participant) {
      // Written by an earlier version, for both participants.
      await context.complete((manager) => enqueueMeetingNotices(manager, { id: meetingId, revision }));
      return;
    }
    const meeting = isLatest
      ? await context.deps.db.getRepository(MeetingEntity).findOneBy({ id: meetingId })
      : undefined;
    const current = meeting?.notifiedRevision ?? revision;
    const mail = `meeting-for-${participant}` as const;
    await sendMail(meetingMails, { mail, id: meetingId, revision: current }, context);
    await context.complete((manager) =>
      manager.update(MeetingEntity, meetingId, { notifiedAt: () => 'now()' }),
    );
  },
} satisfies Handlers;
