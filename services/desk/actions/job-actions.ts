import { retryJobs } from '#services/queues/retry-jobs.ts';
import type { ActionContext, CaseAction } from './case-action.ts';

const failedIds = ({ subject: { jobs } }: ActionContext) =>
  jobs.filter(({ failedAt }) => failedAt !== null).map(({ id }) => id);

/** Runs the dead letters of a case once more. */
export const runJobsAgain: CaseAction = {
  name: 'run-jobs-again',
  kinds: ['job_failure'],
  label: 'Run the failed jobs again',
  hint: 'For when the cause is fixed. Each job gets all its attempts; one that fails again is counted in this case.',
  isFinal: false,
  fields: [],
  appliesTo: () => true,
  obstacle: (context) =>
    failedIds(context).length === 0
      ? 'No job of this case has used up its attempts. Jobs with attempts left and scheduled jobs run again by themselves.'
      : undefined,
  async run(manager, context) {
    const { operator, case: one } = context;
    const ids = await retryJobs(manager, { ids: failedIds(context) }, `From the case ${one.id}`, operator.id);
    return ids.length === 1 ? 'One job' : `${ids.length} jobs`;
  },
};
