import type { ComponentProps, ReactNode } from 'react';

/** A checkbox with its label. Apart from `Field.tsx`, because the dashboard has no other field. */
export function Checkbox({ children, ...input }: ComponentProps<'input'> & { children: ReactNode }) {
  return (
    <label className="check">
      <input {...input} type="checkbox" />
      <span>{children}</span>
    </label>
  );
}
