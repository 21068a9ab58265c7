import styles from './upload-progress.module.css';

const copy = {
  label: 'Uploading',
  sent: (percent: number) => `${percent} % sent`,
  checking: 'All of it is sent. We are checking it…',
} as const;

/** Label of the button that sends a chosen file again after a failure. */
export const sendAgain = 'Try again';

/** The sent share of an upload, 0 to 1; nothing while there is none. */
export function UploadProgress({ part }: { part: number | undefined }) {
  if (part === undefined) return null;
  const isSent = part >= 1;
  return (
    <div>
      {/* Without a value it shows that something goes on, and not how long. */}
      <progress className={styles.progress} aria-label={copy.label} {...(!isSent && { value: part })} />
      <p className="soft small">{isSent ? copy.checking : copy.sent(Math.floor(part * 100))}</p>
    </div>
  );
}
