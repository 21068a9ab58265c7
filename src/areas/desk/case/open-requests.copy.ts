/** Texts of the open requests that an operator compares a case with. */
export const openRequestsCopy = {
  title: 'Requests that sponsors see',
  hint: 'The open requests as every sponsor finds them, longest waiting first: whether this one is among them, and what others ask for.',
  search: 'Search course, platform or reason',
  list: 'Open requests',
  total: (count: number, isCapped: boolean) =>
    `${isCapped ? 'More than ' : ''}${count === 1 ? '1 open request' : `${count} open requests`}`,
  empty: 'No open request fits.',
  ofCase: 'This case',
  newer: 'Previous page',
  older: 'Next page',
} as const;
