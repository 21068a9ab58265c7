import { deliveries } from '#contracts/requests/request-views.ts';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { RadioCards } from '../../ui/fields/RadioCards.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import styles from './help.module.css';
import type { HelpFormState } from './help-form.ts';
import { requestsCopy as copy } from './requests.copy.ts';

const names = Object.keys(deliveries) as (keyof typeof deliveries)[];

/** How the paid course is delivered, with the account on the platform where the delivery needs it. */
export function DeliverySection(props: {
  field: HelpFormState['field'];
  delivery: keyof typeof deliveries;
  /** A password is stored; leaving the field empty does not change it. */
  hasPassword: boolean;
}) {
  const { field } = props;
  return (
    <fieldset className={styles.part}>
      <legend>{copy.sections.delivery}</legend>
      <RadioCards
        {...field('delivery')}
        label={copy.delivery}
        options={names.map((value) => ({ value, text: deliveries[value], hint: copy.deliveryHints[value] }))}
      />
      {props.delivery === 'gift-to-email' && (
        <TextField
          {...field('account.email')}
          label={copy.accountEmail}
          hint={copy.accountEmailHint}
          type="email"
          autoComplete="off"
        />
      )}
      {props.delivery === 'school-invoice' && (
        <div className="fields-2">
          <TextField
            {...field('invoice.reference')}
            label={copy.invoiceReference}
            hint={copy.invoiceReferenceHint}
            autoComplete="off"
          />
          <TextField
            {...field('invoice.payee')}
            label={copy.invoicePayee}
            hint={copy.invoicePayeeHint}
            autoComplete="organization"
          />
        </div>
      )}
      {props.delivery === 'platform-login' && (
        <div className="fields-2">
          <TextField {...field('account.email')} label={copy.loginEmail} type="email" autoComplete="off" />
          <PasswordField
            {...field('account.password')}
            label={copy.loginPassword}
            hint={props.hasPassword ? copy.keptPasswordHint : copy.loginPasswordHint}
            autoComplete="off"
          />
        </div>
      )}
    </fieldset>
  );
}
