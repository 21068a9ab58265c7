import type { ComponentProps, ReactNode } from 'react';

/** A box to tick, with its sentence. */
export function Checkbox({ children, ...input }: ComponentProps<'input'> & { children: ReactNode }) {
  return (
    <label className="check">
      <input {...input} type="checkbox" />
      <span>{children}</span>
    </label>
  );
}
