import { type Case, CaseEntity } from '#services/cases/cases.entity.ts';
import { caseLink, formatMinute, type Mails, operatorsAddress } from '../../mail/mail-composer.ts';

export const incidentMails = {
  /** Composes the mail to operators about an incident, unless it has ended meanwhile. */
  'incident-opened': async (id, context) => {
    const { manager, config } = context;
    const incident: Case | null = await manager.findOneBy(CaseEntity, { id, kind: 'incident' });
    if (!incident || incident.status === 'closed') return undefined;
    const address = await operatorsAddress(context);
    if (!address) return undefined;
    return {
      ...address,
      subject: `Incident: ${incident.summary}`,
      title: 'Something does not work',
      preheader: incident.summary,
      blocks: [
        incident.summary,
        { facts: [['Opened', formatMinute(incident.createdAt)] as const] },
        'The case lists what it affects.',
      ],
      action: await caseLink(manager, 'incident', [incident.subjectId], config),
    };
  },
} satisfies Mails;
