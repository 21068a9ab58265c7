import { getReconciliation, type Reconciliations, startReconciliation } from '#contracts/desk/desk-money.ts';
import { casePath } from '#src/browser/desk-paths.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { callDesk } from '../call-desk.ts';
import { DeskQueryState } from '../DeskQueryState.tsx';
import { RelativeTime } from '../RelativeTime.tsx';
import { useDeskAction } from '../use-desk-action.ts';
import { useDeskPolling, useDeskQuery, useLiveDesk } from '../use-desk-query.ts';
import { moneyCopy } from './money.copy.ts';

const copy = moneyCopy.reconciliation;

/** Results of reconciliations, and the button that starts one. */
export function Reconciliation() {
  const reconciliations = useDeskQuery(getReconciliation, {});
  const { running, run } = useDeskAction();
  useLiveDesk();
  const data = reconciliations.data?.data;
  // The result is announced a moment before its job has ended.
  useDeskPolling(data?.isRunning ?? false);
  return (
    <>
      <p className="soft">{copy.lead}</p>
      <DeskQueryState query={reconciliations} />
      {data && (
        <>
          <div className="row">
            <Button
              isBusy={running !== undefined || data.isRunning}
              busyLabel={copy.running}
              onPress={() => void run('run', () => callDesk(startReconciliation, {}))}
            >
              {copy.run}
            </Button>
            <span role="status">{data.isRunning && copy.waiting}</span>
          </div>
          {data.runs.length === 0 && <EmptyState text={copy.empty} />}
          {data.runs.map((one) => (
            <Run key={one.id} run={one} />
          ))}
        </>
      )}
    </>
  );
}

function Run({ run }: { run: Reconciliations['runs'][number] }) {
  const more = run.differenceCount - run.differences.length;
  return (
    <article className="card stack stack-tight">
      <p className="row">
        {run.failure !== null ? (
          <Badge kind="warn">{copy.failed}</Badge>
        ) : run.differenceCount > 0 ? (
          <Badge kind="warn">{copy.differences(run.differenceCount)}</Badge>
        ) : (
          <Badge kind="good">{copy.equal}</Badge>
        )}
        <RelativeTime time={run.finishedAt} />
        <span className="soft small">
          {run.requestedBy ? copy.by(run.requestedBy) : copy.nightly} ·{' '}
          {copy.counts(run.transactions, run.recordedFees)}
        </span>
      </p>
      {run.failure && <p>{run.failure}</p>}
      {run.differences.length > 0 && (
        <ul>
          {run.differences.map(({ summary, caseId }) => (
            <li key={summary}>
              <span>{summary}</span> {caseId && <a href={casePath(caseId)}>{copy.case}</a>}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="soft small">{copy.more(more)}</p>}
    </article>
  );
}
