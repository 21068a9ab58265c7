import { learnerReadings } from '#contracts/dashboard/learner-reading.ts';
import {
  courseStateOf,
  listOf,
  type RequestFacts,
  requestStateOf,
  requestStates,
} from '#contracts/dashboard/request-state.ts';
import { refundSentences, sponsorReadings } from '#contracts/dashboard/sponsor-reading.ts';
import { purchaseStatuses } from '#contracts/purchases/purchase-status.ts';
import { OwnReviewSchema } from '#contracts/requests/request-holds.ts';
import { requestStatuses } from '#contracts/requests/request-status.ts';
import { drawTable } from './draw-table.ts';

const bools = [false, true];
const payerAskedUntil = '2030-01-01T00:00:00Z';

/** All combinations of what decides where a request stands. */
export const requestFacts: readonly RequestFacts[] = requestStatuses.flatMap((status) =>
  [null, ...OwnReviewSchema.shape.state.options].flatMap((state) => {
    const request = { status, review: state && { state } };
    const purchases = purchaseStatuses.flatMap((purchase) =>
      // The money of a course that will not be bought goes back.
      (purchase === 'failed' ? [true] : bools).flatMap((isRefunding) =>
        bools.flatMap((isDisputed) =>
          [null, payerAskedUntil].map((asked) => ({
            ...{ status: purchase, isRefunding, isDisputed, payerAskedUntil: asked },
          })),
        ),
      ),
    );
    return [null, ...purchases].map((purchase) => ({ ...request, purchase }));
  }),
);

const yesNo = (value: boolean | undefined) => (value === undefined ? '' : value ? 'yes' : 'no');
const dimensions: Record<string, (facts: RequestFacts) => string> = {
  held: ({ review }) => review?.state ?? 'no',
  purchase: ({ purchase }) => purchase?.status ?? 'none',
  'all money goes back': ({ purchase }) => yesNo(purchase?.isRefunding),
  disputed: ({ purchase }) => yesNo(purchase?.isDisputed),
  'payer is asked': ({ purchase }) => yesNo(purchase ? purchase.payerAskedUntil !== null : undefined),
};

// The values of each fact with which a request of this status is in this state; "any" where all of them are.
function drawStates(): string {
  const valuesOf = (facts: readonly RequestFacts[]) =>
    Object.values(dimensions).map((read) => [...new Set(facts.map(read))].filter(Boolean));
  const rows = requestStatuses.flatMap((status) => {
    const all = requestFacts.filter((facts) => facts.status === status);
    const states = new Set(all.map(requestStateOf));
    return [...states].map((state) => {
      const own = valuesOf(all.filter((facts) => requestStateOf(facts) === state));
      const cells = valuesOf(all).map((every, index) => {
        const values = own[index] ?? [];
        return values.length === every.length ? 'any' : values.join(', ');
      });
      return [status, ...cells, `**${state}**`];
    });
  });
  return drawTable(['status', ...Object.keys(dimensions), 'stands'], rows);
}

/** Draws the page about the states of a request, and what each person reads in them. */
export function drawRequestStates(): string {
  const head = ['stands', 'badge', 'colour', 'next step', 'sentence', 'buttons'];
  const reading = (
    state: string,
    row: (typeof learnerReadings)[keyof typeof learnerReadings] | SponsorRow,
  ) => [...[`**${state}**`, row.badge, row.colour, row.step, row.sentence, row.buttons.join(', ')]];
  const learner = requestStates.map((state) => [
    ...reading(state, learnerReadings[state]),
    ...[listOf(state) ?? '', courseStateOf(state)],
  ]);
  return `# What people read about a request

Drawn from \`services/contracts/dashboard\` by \`npm run docs:structure\`; a test compares them. Dashboards, mails and counts ask these
functions: \`requestStateOf\`, \`learnerReading\`, \`sponsorReading\`, \`listOf\` and \`courseStateOf\`. Decision
[113](decisions/113-one-function-for-where-a-request-stands.md) says why.

## Where a request stands

The purchase is that of the approved payment. "All money goes back": a refund of all of it is under way.

${drawStates()}

## What its learner reads

Before the payment, the next step is \`notSeen\` until a sponsor has seen the request, and \`meeting\` while one is to come. A
course that was handed over has a sentence for each kind of delivery. What is on hold can be appealed only if it was rejected.
\`add-invoice\` is for a course that is paid by the invoice of a school, \`confirm-price\` for a price that the learner was asked about.

${drawTable([...head, 'counted as', 'course'], learner)}

## What the sponsor who paid reads

A payment that is not approved has a state of its own. The sentence about a refund, then that about a proof of enrolment, comes before
the one of the state.

${drawTable(
  head,
  Object.entries(sponsorReadings).map(([state, row]) => reading(state, row)),
)}

${drawTable(['refund', 'sentence'], Object.entries(refundSentences))}
`;
}

type SponsorRow = (typeof sponsorReadings)[keyof typeof sponsorReadings];
