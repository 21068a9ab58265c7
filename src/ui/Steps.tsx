/** Where something stands, as a line of steps. `now` is the index of the step that is next. */
export function Steps(props: { label: string; steps: readonly string[]; now: number }) {
  return (
    <ol className="steps" aria-label={props.label}>
      {props.steps.map((step, index) => (
        <li
          key={step}
          className={index < props.now ? 'done' : index === props.now ? 'now' : undefined}
          aria-current={index === props.now ? 'step' : undefined}
        >
          {step}
          <span className="visually-hidden">
            {index < props.now ? ' (done)' : index === props.now ? ' (next)' : ''}
          </span>
        </li>
      ))}
    </ol>
  );
}
