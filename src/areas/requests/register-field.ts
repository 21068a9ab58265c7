import type { FieldPath, UseFormRegisterReturn } from 'react-hook-form';
import type { HelpForm } from './help-form.ts';

/** Gives a part of the form what a control needs: registration, id and error. */
export type RegisterField = (
  name: FieldPath<HelpForm>,
) => UseFormRegisterReturn & { id: string; error: string | undefined };
