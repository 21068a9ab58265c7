import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type FieldErrors, useForm } from 'react-hook-form';
import { HelpRequestSchema, RequestEditSchema } from '#contracts/requests.ts';
import { type HelpForm, toHelpRequest } from './help-form.ts';

type Sent = ReturnType<typeof toHelpRequest>;

const checkNew = standardSchemaResolver<Sent, unknown, unknown>(HelpRequestSchema);
const checkEdit = standardSchemaResolver<Sent, unknown, unknown>(RequestEditSchema);

/** State and validation of the help form. The schema validates the mapped request body, not the typed text. */
export function useHelpForm(start: HelpForm, isEdit: boolean) {
  return useForm<HelpForm>({
    defaultValues: start,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: async (values, context, options) => {
      const check = isEdit ? checkEdit : checkNew;
      const { errors } = await check(toHelpRequest(values), context, options as never);
      return Object.keys(errors).length > 0
        ? { values: {}, errors: errors as FieldErrors<HelpForm> }
        : { values, errors: {} };
    },
  });
}
