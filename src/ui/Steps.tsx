interface StepsProps {
  label: string;
  steps: readonly string[];
  /** Index of the step that is next. */
  now: number;
  /** Indexes of earlier steps that have not happened yet and can be taken later. */
  pending?: readonly number[];
}

/** Where something stands, as a line of steps. A step is done when it has happened. */
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
