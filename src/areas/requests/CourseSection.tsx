import { currencies, currencySymbol } from '#contracts/money.ts';
import { durationUnits } from '#contracts/requests/request-views.ts';
import { useSettings } from '../../browser/settings.ts';
import { Field, FieldError } from '../../ui/fields/Field.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import styles from './help.module.css';
import type { HelpFormState } from './help-form.ts';
import { requestsCopy as copy } from './requests.copy.ts';

/** Fields of the course: title, platform, link, price and duration. */
export function CourseSection({ field, currency }: { field: HelpFormState['field']; currency: string }) {
  // All currencies until the settings are loaded; the server rejects unsupported ones. A draft's currency is kept in
  // the list even if it is no longer supported, so that the error can be understood.
  const chargeable = [...new Set([...(useSettings().data?.currencies ?? currencies), currency])];
  const { error: priceError, ...price } = field('course.price');
  const { error: unitError, ...priceUnit } = field('course.priceUnit');
  const { error: durationError, ...duration } = field('course.duration');
  const { error: _, ...durationUnit } = field('course.durationUnit');

  return (
    <fieldset className={styles.part}>
      <legend>{copy.sections.course}</legend>
      <TextField {...field('course.courseTitle')} label={copy.courseTitle} autoComplete="off" />
      <div className="fields-2">
        <TextField {...field('course.platform')} label={copy.platform} hint={copy.platformHint} />
        <TextField {...field('link')} label={copy.link} type="url" inputMode="url" placeholder="https://" />
      </div>
      <div className="fields-2">
        <Field id={price.id} label={copy.price} hint={copy.priceHint} error={priceError}>
          {(control) => (
            <span className="input-joined">
              <input {...price} {...control} className="input" inputMode="decimal" autoComplete="off" />
              <select {...priceUnit} className="input" aria-label={copy.currency}>
                {chargeable.map((unit) => (
                  <option key={unit} value={unit}>
                    {`${currencySymbol(unit)} ${unit}`}
                  </option>
                ))}
              </select>
            </span>
          )}
        </Field>
        <Field id={duration.id} label={copy.duration} error={durationError}>
          {(control) => (
            <span className="input-joined">
              <input {...duration} {...control} className="input" inputMode="numeric" autoComplete="off" />
              <select {...durationUnit} className="input" aria-label={copy.durationUnit}>
                {durationUnits.map((unit) => (
                  <option key={unit} value={unit}>
                    {copy.units[unit]}
                  </option>
                ))}
              </select>
            </span>
          )}
        </Field>
      </div>
      <FieldError id={priceUnit.id} error={unitError} />
    </fieldset>
  );
}
