import { waitingAnswer, waitingQuestion } from '../../areas/requests/waiting.copy.ts';
import { moneyAnswer } from '../../areas/site/money-rules.copy.ts';
import { brand } from '../../browser/brand.ts';
import { paths, signUpPath } from '../../browser/paths.ts';

/** Texts of the home page. */
export const homeCopy = {
  title: 'One course, one learner, one sponsor',
  description: `${brand.name} brings learners who cannot afford an online course together with sponsors who pay for exactly that course.`,
  headline: {
    before: 'One sponsor lifts',
    lines: ['a future nurse', 'a young coder', 'a shop owner', 'a new teacher', 'a late starter'],
    after: 'one course higher.',
    pause: 'Pause the headline',
    play: 'Let the headline run',
  },
  lead: 'Learners ask for the online course that they cannot afford. Sponsors pay for exactly that course, and see what became of it.',
  tabs: {
    label: 'I am here as',
    entries: [
      {
        id: 'learner',
        tab: 'Learner',
        title: 'Ask for one course',
        text: 'Tell us the course, its price and your reason in at most fifty words. Sponsors read it, and one of them may pay.',
        action: { text: 'Get Started', href: paths.signUp },
        ask: { text: 'Request for Help', href: paths.help, signUpHref: signUpPath(paths.help) },
        sponsor: { text: 'Sponsor a learner', href: paths.listing },
      },
      {
        id: 'sponsor',
        tab: 'Sponsor',
        title: 'Pay for one course',
        text: 'Read who asks and why. Meet the learner first, or stay anonymous. You see the service fee before you pay.',
        action: { text: 'Sponsor Now', href: paths.listing },
      },
    ],
  },
  partners: {
    title: 'Courses from',
    note: 'Names and marks belong to their owners, who neither run nor endorse this site.',
  },
  teasers: {
    title: 'Coming next',
    soon: 'Coming soon',
    join: 'Join the waitlist',
    fit: {
      title: 'A test that finds your course',
      text: 'A short psychometric test about how you like to think and work, and then a few courses that fit, with the reasons.',
    },
    communities: {
      title: 'Learner communities near you',
      text: 'People who take the same course, or live around the corner: to study together, keep each other going, and find a mentor.',
    },
  },
  testimonials: {
    title: 'What it can feel like',
    note: 'Illustrative: these three people are invented, and stand here until real learners and sponsors tell their own stories.',
    label: 'Illustrative stories',
    previous: 'Previous story',
    next: 'Next story',
    age: (age: number) => `${age} years`,
    entries: [
      {
        name: 'Adaeze',
        age: 24,
        image: 'wrap',
        quote:
          'The course cost more than I earn in a month. Somebody I have never met paid for it, and I could follow every step: asked, paid, enrolled.',
      },
      {
        name: 'Kofi',
        age: 31,
        image: 'beard',
        quote:
          'I did not have to beg. A course, its price, and my reason in fifty words. The reason was the hard part, and the part that counted.',
      },
      {
        name: 'Margaret',
        age: 58,
        image: 'glasses',
        quote:
          'I wanted to help one person with one thing. I chose a nursing course, saw the service fee before I paid, and stayed anonymous.',
      },
    ],
  },
  how: {
    title: 'How a course gets lifted',
    text: 'Five steps, and both sides see the same ones.',
    steps: [
      {
        title: 'A learner asks',
        text: 'Course, platform, price, reason. Shown to every sponsor, or only to people they invite.',
      },
      { title: 'A sponsor chooses', text: 'By reading, by keyword, or by letting chance decide.' },
      {
        title: 'They may meet',
        text: 'A video call with an invitation for both. Or not: anonymous is fine.',
      },
      {
        title: 'The course is paid',
        text: 'The amount and the service fee are shown before. Every payment is checked with the provider.',
      },
      {
        title: 'The learner learns',
        text: 'We buy the course: as a gift, with a code or by login. Both dashboards show how it goes.',
      },
    ],
  },
  promise: {
    title: 'What we hold ourselves to',
    points: [
      {
        title: 'Exactly that course',
        text: 'A sponsor pays the price on the platform plus a service fee, shown as a line of its own before paying.',
      },
      {
        title: 'Paid once',
        text: 'A request is paid by one sponsor. If two payments meet, the second is given back.',
      },
      {
        title: 'Private stays private',
        text: 'Platform passwords are stored encrypted. Sponsors see an e-mail address only after asking to meet.',
      },
    ],
  },
  faqs: {
    title: 'Questions people ask',
    entries: [
      {
        question: 'Who can ask for a course, and who can sponsor?',
        answer:
          'Anyone who signs up as a learner, names one course and says in at most fifty words why they need it. Anyone who signs up as a sponsor can fund a single course; there is no subscription.',
      },
      {
        question: 'Which platforms and currencies are covered?',
        answer:
          'Any platform with a public course page: you give the link and the price. Well-known ones are Coursera, edX, Udemy and Udacity. Requests are priced in Nigerian naira, US dollars or British pounds, as far as our payment provider can charge them.',
      },
      {
        question: waitingQuestion,
        answer: waitingAnswer,
        isTimed: true,
      },
      {
        question: 'What does it cost?',
        answer:
          'Nothing for learners. A sponsor pays the price of the course and a service fee, which is shown before paying.',
      },
      {
        question: 'When do I get my money back as a sponsor?',
        answer: moneyAnswer,
      },
      {
        question: 'Can I stay anonymous as a sponsor?',
        answer:
          'Yes. Choose “Stay Anonymous”, and the learner never learns your name from us: not on screen, not by mail. Words of thanks reach you all the same.',
      },
      {
        question: 'Who sees my request?',
        answer:
          'Public requests are shown to every signed-in sponsor, with your country. Private ones only to the people you invite. You may tick both. Visitors who are not signed in see a short form of a public one, only if you tick that too.',
      },
      {
        question: 'Do I have to give you my platform password?',
        answer:
          'No. We can buy the course for your account on the platform, or give you an enrolment code. If you do give the password, it is encrypted and erased once you are enrolled.',
      },
      {
        question: 'What if my payment is not confirmed at once?',
        answer:
          'Close the page if you like. We keep asking the payment provider until it is settled, and tell you by e-mail.',
      },
    ],
  },
} as const;
