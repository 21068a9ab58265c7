interface StepsProps {
  label: string;
  steps: readonly string[];
  /** Index of the current step. */
  now: number;
  /** Indexes of earlier steps that are not done and can be done later. */
  pending?: readonly number[];
}

/** Progress through a sequence of steps: done, current, pending or upcoming. */
export function Steps({ label, steps, now, pending = [] }: StepsProps) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map((step, index) => {
        const isDone = index < now && !pending.includes(index);
        return (
          <li
            key={step}
            className={isDone ? 'done' : index === now ? 'now' : undefined}
            aria-current={index === now ? 'step' : undefined}
          >
            {step}
            <span className="visually-hidden">{isDone ? ' (done)' : index === now ? ' (next)' : ''}</span>
          </li>
        );
      })}
    </ol>
  );
}
