import { type ReactNode, useId } from 'react';

/** A section of the profile page with its heading. */
export function Section(props: { heading: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section className="card stack" aria-labelledby={headingId}>
      <h2 id={headingId}>{props.heading}</h2>
      {props.children}
    </section>
  );
}
