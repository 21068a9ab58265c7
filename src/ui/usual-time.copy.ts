const days = (count: number) => (count === 1 ? '1 day' : `${count.toLocaleString('en-GB')} days`);

/** The time until requests were paid, and until learners were enrolled, as medians. */
export const paidUsually = (count: number) =>
  `Half of the requests that were paid in the last year were paid within ${days(count)}.`;
export const enrolledUsually = (count: number) =>
  `Half of the learners were enrolled within ${days(count)} after the payment.`;
