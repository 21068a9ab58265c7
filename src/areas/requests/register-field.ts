import type { FieldPath, UseFormRegisterReturn } from 'react-hook-form';
import type { HelpForm } from './help-form.ts';

/** Returns the props of a form control: registration, id and error. */
export type RegisterField = (
  name: FieldPath<HelpForm>,
) => UseFormRegisterReturn & { id: string; error: string | undefined };
