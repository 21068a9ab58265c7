import { brand } from '#contracts/brand.ts';
import { SubscriberEntity } from '#services/newsletter/subscriber.entity.ts';
import type { ComposeMail } from './mail-composer.ts';

/** Welcomes a new subscriber. */
export const composeNewsletterWelcome: ComposeMail = async (id, { manager, config }) => {
  const subscriber = await manager.findOneBy(SubscriberEntity, { id });
  if (!subscriber || subscriber.unsubscribedAt) return undefined;
  return {
    to: subscriber.email,
    subject: `Welcome to ${brand.name}`,
    content: {
      title: 'It is good to have you here',
      preheader: 'What you will hear from us.',
      blocks: [
        'Now and then we write about learners who reached their goal, courses worth a look, and sponsors who made them possible.',
        'If you did not ask for this, write to us and we take your address off the list.',
      ],
      action: { label: 'Explore courses', url: `${config.publicUrl}/explore` },
      footer: `You get this mail because this address was entered on ${brand.name}. Questions: ${brand.email.contact}`,
    },
  };
};
