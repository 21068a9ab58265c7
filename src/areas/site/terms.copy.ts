import { brand } from '../../browser/brand.ts';
import { paths } from '../../browser/paths.ts';
import { moneyTerms } from './money-rules.copy.ts';

/** The terms, in plain language. */
export const termsCopy = {
  title: 'Terms',
  description: `What you can expect from ${brand.name}, and what we ask of you.`,
  lead: `Plain words about what you can expect from ${brand.name}, and what we ask of you.`,
  sections: [
    {
      title: 'What this is',
      paragraphs: [
        'Learners describe an online course that they cannot afford. Sponsors choose a request and pay for that one course. We keep the record, move the messages, check every payment with the payment provider, buy the course and hand it over.',
      ],
    },
    {
      title: 'If you are a learner',
      paragraphs: [
        'Ask for a course that you mean to take, at its real price, in your own words. Sponsors see your name, picture, social media link, the course and your reason. They see your e-mail address only when they ask to meet you.',
        'A public request is shown to every signed-in sponsor. If you tick it and are 18 or older, visitors who are not signed in see a part of it too. A private request is shown only to the people whom you invite. You may tick both.',
        'Sponsors also see your country, and never your e-mail address if you hide it. If you are under 18, they see your first name and country alone, and there are no meetings.',
        'If you leave a platform login, the password is stored encrypted. Sponsors never see it. Staff can open it only to enrol you, with a reason that is written down first, and it is erased once you are enrolled or withdraw the request.',
      ],
    },
    {
      title: 'If you are a sponsor',
      paragraphs: [
        'You pay the price of the course and the service fee that is shown as a line of its own before you pay. A request is paid by one sponsor. If two payments meet, the second is not used, and it is given back.',
        'If you stay anonymous, the learner does not learn your name from us: not on screen, not by mail, not in an export.',
      ],
    },
    {
      title: 'Rules for money',
      paragraphs: moneyTerms,
    },
    {
      title: 'Be kind and be true',
      paragraphs: [
        'No invented people, no pressure, no asking for money outside the platform. We take down what breaks this, and may close the account behind it.',
      ],
    },
    {
      title: 'Questions',
      paragraphs: [`Write to ${brand.email.contact}.`],
    },
  ],
  next: { text: 'How we keep what you tell us', href: paths.privacy },
} as const;
