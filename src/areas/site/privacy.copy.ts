import { brand } from '../../browser/brand.ts';
import { fairBrowsingCookieName } from '../../browser/fair-browsing.ts';
import { paths } from '../../browser/paths.ts';
import { browserCookieName, storagePrefix } from '../../browser/storage.ts';

/** The stored data about people, in plain language. */
export const privacyCopy = {
  title: 'Privacy',
  description: `What ${brand.name} stores about you, why, for how long, and who sees it.`,
  lead: `What ${brand.name} stores about you, why, for how long, and who sees it. In plain words, because you should not need a lawyer to ask for a course.`,
  short: {
    title: 'The short version',
    points: [
      'We store what is needed to bring one learner, one course and one sponsor together, and nothing to advertise with.',
      'No tracking, no advertising, no scripts of other companies on these pages. Your visit is not profiled.',
      'We do not sell or rent data to anybody.',
      'Card numbers never reach us: you type them on the payment provider’s own page.',
    ],
  },
  kept: {
    title: 'What we keep',
    labels: { why: 'Why', who: 'Who sees it', howLong: 'How long' },
    entries: [
      {
        what: 'Your account',
        which:
          'Name, e-mail, phone, country, gender, role, the time zone of your browser, and a profile picture. Your password only as a hash that cannot be turned back. The date of birth that the form asks for is not sent, only whether you are 18 or older, and otherwise the month from which you are. Of a learner under 18 we store the first name alone, no picture and no social media, and the e-mail address of a parent or guardian.',
        why: 'To let you in, and to show sponsors and learners who they deal with.',
        who: 'Sponsors see a learner’s name, picture and country, of a learner under 18 the first name and country. They see a learner’s e-mail address only after they have asked to meet. Phone and gender are seen by you and our staff alone, and so is a sponsor’s country; sponsors who plan a meeting with you, and those whom you meet, see the time by your clock, with the name of its time zone.',
        howLong: 'Until you delete your account in your profile.',
      },
      {
        what: 'Requests for help',
        which: 'Course, platform, link, price, duration, your reason, and your social media link.',
        why: 'Sponsors decide by it.',
        who: 'Public requests: every signed-in sponsor, with your country. Visitors who are not signed in see one only if you tick it, never of a learner under 18: course, platform, price, country, days waiting, the start of your reason, and your initial. Private requests: only the people whom you invite. Our mail to an address that no account has confirmed has your first name, your initial if you are an adult, and the price; what you typed about course and reason only after our staff has read it.',
        howLong: 'As long as your account. A request that is not paid can be taken back.',
      },
      {
        what: 'Who has looked at a request',
        which: 'Which sponsor opened it, and when first.',
        why: 'To tell the learner how many have.',
        who: 'Our staff. The learner sees the number and the first time, not who it was.',
        howLong: 'As long as the request.',
      },
      {
        what: 'The addresses that you invite',
        which: 'Up to ten e-mail addresses for a private request.',
        why: 'To write to them about your request.',
        who: 'You and our staff.',
        howLong: 'As long as the request.',
      },
      {
        what: 'Your login on a course platform',
        which:
          'Its e-mail address and password, only if you choose to leave them. The password is encrypted with a key of its own as soon as it arrives.',
        why: 'So that our staff can enrol you when your course is paid.',
        who: 'You see the address, and sponsors see neither. A member of our staff opens the password only with a written reason, which is recorded before it is shown.',
        howLong: 'The password is erased once you are enrolled, both when you withdraw the request.',
      },
      {
        what: 'Sponsorships and payments',
        which:
          'Who paid for which request, amount, service fee, currency, status and the provider’s reference. No card data.',
        why: 'To make sure that a course is paid once, and to answer when you ask about a payment.',
        who: 'The sponsor and our staff. The learner sees that the course is paid, and the sponsor’s name unless the sponsor stays anonymous.',
        howLong: 'Payments stay as long as bookkeeping law asks for, also after an account is gone.',
      },
      {
        what: 'The course that we buy',
        which:
          'Order number, what it cost, the last day to redeem it, and an enrolment code, which is encrypted.',
        why: 'To buy the course and hand it over.',
        who: 'Our staff. The learner and the sponsor who paid see the steps and their days; the learner alone sees the code, once.',
        howLong:
          'The code until you have seen it or are enrolled, the rest as long as bookkeeping law asks for.',
      },
      {
        what: 'Refunds and disputes',
        which:
          'Amount, status and reason. Your bank details only if a refund needs them; they are encrypted.',
        why: 'To give money back, and to answer a bank that asks.',
        who: 'The sponsor and our staff; staff do not see the bank details. They go to the payment provider, as does what a disputed payment was for.',
        howLong:
          'Bank details until the payment provider has them, the rest as long as bookkeeping law asks for.',
      },
      {
        what: 'Draws and pledges',
        which:
          'What a sponsor pledged to a group, with the note; and of each random draw what it takes to check it.',
        why: 'To show pledges on the sponsor’s dashboard, and to let a sponsor check that a draw was fair.',
        who: 'The sponsor and our staff.',
        howLong: 'A draw for 30 days, a pledge as long as the sponsor’s account.',
      },
      {
        what: 'Meetings',
        which:
          'Time, note, the link of the room, and the learner’s answer: accepted, another time, or declined.',
        why: 'To invite both sides. The invitation gives each the other’s name and e-mail address, so that calendar replies reach them.',
        who: 'The two who meet, and our staff.',
        howLong: 'As long as the request.',
      },
      {
        what: 'Words of thanks',
        which:
          'What a learner writes to the sponsor who paid: up to 300 characters when the course is paid, at its start and at its end.',
        why: 'To pass it on. Our staff reads it first if it holds a link, a number or a handle, and always under 18.',
        who: 'The learner, the sponsor who paid, and our staff. An anonymous sponsor gets it without being named.',
        howLong: 'As long as the request, until either of the two deletes their account.',
      },
      {
        what: 'Certificates and proofs',
        which: 'The files that you upload.',
        why: 'To show that a course was bought and finished.',
        who: 'Proofs: the learner, the sponsor who paid, and our staff. Certificates: the learner alone, and the sponsor who paid while the learner shows it to them.',
        howLong: 'As long as the learner’s account.',
      },
      {
        what: 'Which mails you want',
        which: 'The topics that you switched off.',
        why: 'Not to write to you about them.',
        who: 'You and our staff.',
        howLong: 'As long as your account.',
      },
      {
        what: 'Newsletter',
        which: 'Your address, and when you confirmed it or left.',
        why: 'To send you what you asked for. Without your confirmation we send nothing.',
        who: 'Our staff.',
        howLong:
          'Until you ask us to delete it. After you leave, we keep the address only so as not to write to you again.',
      },
      {
        what: 'Waitlist',
        which: 'What you wait for, your note, and your address if you leave one.',
        why: 'To decide what to build next, and to tell you when it is there.',
        who: 'Our staff.',
        howLong: 'Until that part is built, two years at most.',
      },
      {
        what: 'Sign-ins',
        which:
          'When a session began and was last used, when it ends, how your browser names itself, a code that stands for your network, and the country that its address belongs to; not the address itself.',
        why: 'To end a session when you log out, to let you see where you are signed in, and to notice payments of a person to themselves.',
        who: 'You and our staff.',
        howLong:
          'Sessions end after 60 days, or 14 days without use, or 12 hours if you do not stay signed in; the entry is deleted 30 days later.',
      },
    ],
  },
  sections: [
    {
      title: 'In your browser',
      paragraphs: [
        'While you are signed in, your browser keeps your session, your role and your first name. It also keeps the colours that you choose, whether you use less data, the draft of a request for help, and which sponsorship you began, so that a reload loses nothing. Signing out removes all of it but those two choices. If you did not tick “Keep me signed in”, the first of our pages that is opened after the browser was closed removes it as well. Where you ticked it, your browser also keeps the last pages of your account that you opened, so that you can read them without a connection: at most 20, for 7 days. Signing out, any sign-in, and the end of the session remove them. When a session runs out, the draft waits until you sign in again, and is removed as soon as somebody else signs in.',
        `We set cookies for five things, and none of them can change anything in an account. “${storagePrefix}-page” lets our pages arrive with your content while you are signed in; signing out removes it, and without “Keep me signed in” so does closing the browser. Without “Keep me signed in”, “${browserCookieName}” says until the browser is closed that it is still open. “${storagePrefix}-device” marks a device on which you have signed in for a year, also after you sign out: when others try wrong passwords for your account, you can still sign in there. “${fairBrowsingCookieName}” remembers for a year that you list learners with “Names and photos off”, or until the browser is closed without “Keep me signed in”. And “${storagePrefix}-google” leads you back from Google’s sign-in, for ten minutes.`,
        'None of it is used to follow you, and there is no banner to click away because there is nothing to consent to.',
      ],
    },
    {
      title: 'Who else takes part',
      paragraphs: [
        'The payment provider learns your e-mail address, the amount and our reference when you pay; what you type on its page is between you and it. If you sign in with Google, Google tells us your name, address and picture. If you arrange a meeting, your browser opens Google’s calendar page with the learner’s address as a guest. Our mail goes through a mail service.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        `In your profile you can download what we keep about you, correct it, and delete your account with everything that the law does not oblige us to keep. For anything else write to ${brand.email.contact} from the address of your account; we answer within 30 days. If you are not content with the answer, you can turn to the data protection authority of your country.`,
      ],
    },
    {
      title: 'Changes',
      paragraphs: [
        'If this page changes in a way that matters to you, we write to you before it does. This is the version of November 2026.',
      ],
    },
  ],
  next: { text: 'Read the terms, too', href: paths.terms },
} as const;
