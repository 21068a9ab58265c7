/** A date in the reader's locale; the exact time shows on hover. */
export function Moment({ time }: { time: string }) {
  const date = new Date(time);
  return (
    <time dateTime={time} title={date.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' })}>
      {date.toLocaleDateString(undefined, { dateStyle: 'medium' })}
    </time>
  );
}
