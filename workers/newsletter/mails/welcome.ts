import { SubscriberEntity } from '#services/newsletter/subscriber.entity.ts';
import { unsubscribeLinks } from '#services/newsletter/subscription-links.ts';
import type { ComposeMail } from '../../mail/mail-composer.ts';

/** Composes the welcome mail; undefined when the subscriber has unsubscribed meanwhile. */
export const composeNewsletterWelcome: ComposeMail = async (id, { manager, config }) => {
  const subscriber = await manager.findOneBy(SubscriberEntity, { id });
  if (!subscriber?.confirmedAt || subscriber.unsubscribedAt) return undefined;
  const links = await unsubscribeLinks(subscriber, config);
  return {
    to: subscriber.email,
    subject: `Welcome to ${config.brand.name}`,
    headers: links.headers,
    content: {
      title: 'It is good to have you here',
      preheader: 'What you will hear from us.',
      blocks: [
        'Now and then we write about learners who reached their goal, courses worth a look, and sponsors who made them possible.',
        'Whenever it is enough, the link below this mail takes you off the list at once.',
      ],
      action: { label: 'Explore courses', url: `${config.publicUrl}/explore` },
      footer: `You get this mail because you confirmed this address on ${config.brand.name}. Questions: ${config.brand.email.contact}`,
      unsubscribeUrl: links.page,
    },
  };
};
