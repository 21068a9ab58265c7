import { useRef, useState } from 'react';
import { discardJobs, listQueues, retryJobs } from '#contracts/desk/desk-queues.ts';
import { jobName } from '#contracts/desk/desk-words.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { deskPaths } from '#src/browser/desk-paths.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { TextField } from '#src/ui/fields/Field.tsx';
import { useFocusOnLeave } from '#src/ui/use-focus-on-leave.tsx';
import { callDesk } from '../call-desk.ts';
import { deskCopy } from '../desk.copy.ts';
import styles from '../desk.module.css';
import { JobAbout } from '../incidents/JobAbout.tsx';
import { ScrolledTable } from '../ListParts.tsx';
import { RelativeTime } from '../PageParts.tsx';
import { DeskQueryState, useDeskAction, useDeskPolling, useDeskQuery } from '../use-desk-query.tsx';
import { QueueHistory } from './QueueHistory.tsx';

const copy = deskCopy.queues;

/** How often the page is loaded again while it is open. */
const refreshMs = 10_000;

type QueueData = ResponseBody<typeof listQueues>['data'];

/** Background jobs by queue, and the failed ones with buttons that run or discard them. */
export function Queues() {
  const queues = useDeskQuery(listQueues, {});
  useDeskPolling(true, refreshMs);
  const data = queues.data?.data;
  if (!data) return <DeskQueryState query={queues} />;
  return (
    <>
      <QueueTable queues={data.queues} />
      <QueueHistory />
      <p className="small soft">
        <a href={deskPaths.queueBoard}>{copy.board}</a>. {copy.boardHint}
      </p>
      <h2 id="failed-jobs">{copy.failedJobs}</h2>
      {data.failed.length === 0 ? <EmptyState text={copy.noFailed} /> : <FailedJobs failed={data.failed} />}
    </>
  );
}

function QueueTable({ queues }: Pick<QueueData, 'queues'>) {
  return (
    <ScrolledTable
      label={copy.table}
      columns={[copy.queue, copy.failed, copy.waiting, copy.queued, copy.delayed, copy.oldest]}
    >
      {queues.map((queue) => (
        <tr key={queue.name}>
          <th scope="row">{queue.name}</th>
          <td>
            {queue.failed > 0 ? (
              <a className={styles.bad} href="#failed-jobs">
                {queue.failed}
              </a>
            ) : (
              0
            )}
          </td>
          <td>{queue.waiting}</td>
          <td>{queue.queued}</td>
          <td>{queue.delayed}</td>
          <td>{queue.oldestAt ? <RelativeTime time={queue.oldestAt} /> : copy.none}</td>
        </tr>
      ))}
    </ScrolledTable>
  );
}

function FailedJobs({ failed }: Pick<QueueData, 'failed'>) {
  const [selected, setSelected] = useState<readonly string[]>([]);
  // Jobs that another operator has retried are not chosen any more.
  const chosen = selected.filter((id) => failed.some((job) => job.id === id));
  const [reason, setReason] = useState('');
  const root = useRef<HTMLDivElement>(null);
  useFocusOnLeave(root, 'failed-jobs');
  const { running, run } = useDeskAction();
  const toggle = (id: string) =>
    setSelected(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const areAllChosen = chosen.length === failed.length;
  const change = async (contract: typeof retryJobs | typeof discardJobs) => {
    const body = { ids: [...chosen], reason };
    if (await run(contract.path, () => callDesk(contract, { body }))) setReason('');
  };
  return (
    <div ref={root} className="stack">
      <label className="row">
        <input
          type="checkbox"
          checked={areAllChosen}
          onChange={() => setSelected(areAllChosen ? [] : failed.map(({ id }) => id))}
        />
        {copy.selectAll}
      </label>
      <ul className={`bare ${styles.log}`}>
        {failed.map((job) => (
          <li key={job.id} className={styles.entry}>
            <label className="row">
              <input type="checkbox" checked={chosen.includes(job.id)} onChange={() => toggle(job.id)} />
              <span title={job.name}>{jobName(job.name)}</span>
            </label>
            <span className="small soft">
              {copy.created} <RelativeTime time={job.createdAt} />
            </span>
            <span className="small">{job.lastError}</span>
            <JobAbout about={job.about} />
          </li>
        ))}
      </ul>
      <TextField
        id="queue-reason"
        label={copy.reason}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <p className="small soft">{copy.discardHint}</p>
      <div className="row">
        <Button
          text={copy.retry}
          isDisabled={chosen.length === 0}
          busy={running === retryJobs.path && copy.retrying}
          onPress={() => change(retryJobs)}
        />
        <Button
          kind="quiet"
          text={copy.discard}
          isDisabled={chosen.length === 0}
          busy={running === discardJobs.path && copy.discarding}
          onPress={() => change(discardJobs)}
        />
      </div>
    </div>
  );
}
